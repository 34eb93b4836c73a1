// SPDX-License-Identifier: MIT
#include "attention/scores.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attention/error.hpp"
#include "attention/memory.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

template <class T>
std::string shape_of(const MatrixView<T>& x) {
  return shape_text(x.rows(), x.cols());
}

template <class T>
void check_memory(Index rows, Index cols, Index matrices) {
  require_memory(multiply_bytes(multiply_bytes(multiply_bytes(sizeof(T), rows), cols), matrices));
}

// Queries and keys of one width, which is not 0.
template <class T>
void check_width(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  if (keys.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one column", shape_of<T>(keys));
  if (queries.cols() != keys.cols())
    throw Error(ErrorKind::kShapeMismatch, "queries", shape_text(-1, keys.cols(), "m"),
                shape_of<T>(queries));
}

template <class T>
void check_shape(const char* argument, const Matrix<T>& x, Index rows, Index cols,
                 const char* free = "n") {
  const bool fits = (rows < 0 || x.rows() == rows) && (cols < 0 || x.cols() == cols);
  if (!fits)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(rows, cols, free),
                shape_text(x.rows(), x.cols()));
}

// Lengths of the rows, and the rows made as long as 1.
template <class T>
struct Directions {
  Matrix<T> lengths;
  Matrix<T> units;
};

template <class T>
Directions<T> directions(const MatrixView<T>& x) {
  Directions<T> result{Matrix<T>(x.rows(), 1), x};
  for (Index i = 0; i < x.rows(); ++i) {
    T largest = 0;
    for (const T entry : x.row(i))
      largest = std::abs(entry) > largest || std::isnan(entry) ? std::abs(entry) : largest;
    // Scaled by the largest entry first, so that no square can overflow or vanish.
    T sum = 0;
    for (T& entry : result.units.row(i)) {
      entry /= largest;
      sum += entry * entry;
    }
    const bool is_scaled = largest > 0 && std::isfinite(largest);
    result.lengths(i, 0) = is_scaled ? largest * std::sqrt(sum) : largest;
    for (T& entry : result.units.row(i)) entry /= std::sqrt(sum);
  }
  return result;
}

}  // namespace

template <class T>
void check(const AdditiveParameters<T>& parameters, Index d_q, Index d_k) {
  check_shape("W_q", parameters.W_q, -1, d_q, "h");
  const Index hidden = parameters.W_q.rows();
  if (hidden == 0)
    throw Error(ErrorKind::kEmptyInput, "W_q", "at least one row", shape_text(hidden, d_q));
  check_shape("W_k", parameters.W_k, hidden, d_k);
  check_shape("w_v", parameters.w_v, 1, hidden);
  if (parameters.bias.size() > 0) check_shape("bias", parameters.bias, 1, hidden);
}

template <class T>
void check_sigma(T sigma) {
  if (!(sigma > 0) || !std::isfinite(sigma))
    throw Error(ErrorKind::kOutOfRange, "sigma", "a finite number > 0",
                number_text(static_cast<double>(sigma)));
}

template <class T>
T divisor_of(const Scale<T>& scale, Index d_k) {
  switch (scale.divisor) {
    case Divisor::kNone:
      return 1;
    case Divisor::kSqrtDk:
      return std::sqrt(static_cast<T>(d_k));
    case Divisor::kDk:
      return static_cast<T>(d_k);
    case Divisor::kSqrtEmbed:
      if (scale.embed_size < 1)
        throw Error(ErrorKind::kOutOfRange, "embed_size", "a whole number >= 1",
                    std::to_string(scale.embed_size));
      return std::sqrt(static_cast<T>(scale.embed_size));
    case Divisor::kNumber:
      break;
  }
  if (scale.number == 0 || std::isnan(scale.number))
    throw Error(ErrorKind::kOutOfRange, "divisor_number", "a number other than 0",
                number_text(static_cast<double>(scale.number)));
  return scale.number;
}

template <class T>
Matrix<T> dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  check_width<T>(queries, keys);
  check_memory<T>(queries.rows(), keys.rows(), 1);
  Matrix<T> scores(queries.rows(), keys.rows());
  simd::multiply_transposed<T>(queries, keys, scores);
  return scores;
}

template <class T>
Matrix<T> scaled_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                            const Scale<T>& scale) {
  const T divisor = divisor_of(scale, keys.cols());
  Matrix<T> scores = dot_scores<T>(queries, keys);
  scores /= divisor;
  return scores;
}

template <class T>
Matrix<T> additive_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                          const AdditiveParameters<T>& parameters) {
  if (queries.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "queries", "at least one column", shape_of<T>(queries));
  if (keys.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one column", shape_of<T>(keys));
  check(parameters, queries.cols(), keys.cols());
  const Index hidden = parameters.W_q.rows();
  check_memory<T>(queries.rows(), keys.rows(), 1);
  Matrix<T> query_features(queries.rows(), hidden);
  simd::multiply_transposed<T>(queries, parameters.W_q, query_features);
  Matrix<T> key_features(keys.rows(), hidden);
  simd::multiply_transposed<T>(keys, parameters.W_k, key_features);
  if (parameters.bias.size() > 0)
    for (Index j = 0; j < keys.rows(); ++j) key_features.row(j) += parameters.bias.row(0);

  Matrix<T> scores(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      T score = 0;
      for (Index h = 0; h < hidden; ++h)
        score += parameters.w_v(0, h) * std::tanh(query_features(i, h) + key_features(j, h));
      scores(i, j) = score;
    }
  return scores;
}

template <class T>
Matrix<T> gaussian_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma) {
  check_width<T>(queries, keys);
  check_sigma(sigma);
  check_memory<T>(queries.rows(), keys.rows(), 1);
  Matrix<T> scores(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      // Divided before it is squared: the square of a length or of σ may overflow or vanish.
      T square = 0;
      for (Index c = 0; c < keys.cols(); ++c) {
        const T u = (queries(i, c) - keys(j, c)) / sigma;
        square += u * u;
      }
      scores(i, j) = -square / 2;
    }
  return scores;
}

template <class T>
Angles<T> angles(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  check_width<T>(queries, keys);
  check_memory<T>(queries.rows(), keys.rows(), 3);
  Angles<T> result;
  result.dots = dot_scores<T>(queries, keys);
  const Directions<T> query_directions = directions<T>(queries);
  const Directions<T> key_directions = directions<T>(keys);
  result.query_lengths = query_directions.lengths;
  result.key_lengths = key_directions.lengths;
  result.cosines.resize(queries.rows(), keys.rows());
  result.degrees.resize(queries.rows(), keys.rows());
  // Not from the dot products, which may overflow or vanish where the angle does not.
  simd::multiply_transposed<T>(query_directions.units, key_directions.units, result.cosines);
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      // Rounding may carry it over 1, where acos is NaN.
      const T cosine = result.cosines(i, j);
      result.cosines(i, j) = cosine > 1 ? T(1) : cosine < -1 ? T(-1) : cosine;
      result.degrees(i, j) = std::acos(result.cosines(i, j)) * (180 / std::numbers::pi_v<T>);
    }
  return result;
}

template <class T>
Matrix<T> double_transpose_scores(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  check_width<T>(queries, keys);
  if (keys.rows() != queries.cols())
    throw Error(ErrorKind::kShapeMismatch, "keys", shape_text(queries.cols(), queries.cols()),
                shape_of<T>(keys));
  check_memory<T>(queries.rows(), keys.cols(), 1);
  Matrix<T> scores(queries.rows(), keys.cols());
  simd::multiply<T>(queries, keys, scores);
  scores /= divisor_of(Scale<T>{}, keys.cols());
  return scores;
}

#define ATTENTION_INSTANTIATE(T)                                                     \
  template void check(const AdditiveParameters<T>&, Index, Index);                   \
  template void check_sigma(T);                                                      \
  template T divisor_of(const Scale<T>&, Index);                                     \
  template Matrix<T> dot_scores(const MatrixView<T>&, const MatrixView<T>&);         \
  template Matrix<T> scaled_dot_scores(const MatrixView<T>&, const MatrixView<T>&,   \
                                       const Scale<T>&);                             \
  template Matrix<T> additive_scores(const MatrixView<T>&, const MatrixView<T>&,     \
                                     const AdditiveParameters<T>&);                  \
  template Matrix<T> gaussian_scores(const MatrixView<T>&, const MatrixView<T>&, T); \
  template Angles<T> angles(const MatrixView<T>&, const MatrixView<T>&);             \
  template Matrix<T> double_transpose_scores(const MatrixView<T>&, const MatrixView<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
