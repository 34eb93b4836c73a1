// SPDX-License-Identifier: MIT
#include "attention/detail/scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/range.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

template <class T>
std::string shape_of(const MatrixView<T>& x) {
  return shape_text(x.rows(), x.cols());
}

// Returns the text of a shape such as "(2, 3, n, 4)": the lengths of `leading`, `rows` and `cols`.
std::string expected_text(const std::string& leading, Index rows, Index cols, const char* free) {
  return std::string("(").append(leading).append(shape_text(rows, cols, free).substr(1));
}

void check_axes(const char* argument, const Shape& shape, const Shape& like, Index rows, Index cols,
                const char* free) {
  const bool fits = shape.size() >= 2 && leading(shape) == leading(like) &&
                    (rows < 0 || side(shape, 1) == rows) && (cols < 0 || side(shape) == cols);
  if (fits) return;
  std::string axes;
  for (const Index n : leading(like)) axes.append(std::to_string(n)).append(", ");
  throw Error(ErrorKind::kShapeMismatch, argument, expected_text(axes, rows, cols, free),
              shape_text(shape));
}

// Returns the shape of the queries with as many heads as the keys have.
Shape with_heads_of(const Shape& keys, const Shape& queries, Index cols, const char* free) {
  if (queries.size() < 3)
    throw Error(ErrorKind::kShapeMismatch, "queries", "at least 3 axes", shape_text(queries));
  const std::size_t axis = queries.size() - 3;
  const Index heads = queries[axis];
  const bool fits = keys.size() == queries.size() &&
                    (keys[axis] == heads || (keys[axis] > 0 && heads % keys[axis] == 0));
  if (!fits) {
    std::string axes;
    for (std::size_t i = 0; i < axis; ++i) axes.append(std::to_string(queries[i])).append(", ");
    axes.append("a divisor of ").append(std::to_string(heads)).append(", ");
    throw Error(ErrorKind::kShapeMismatch, "keys", expected_text(axes, -1, cols, free),
                shape_text(keys));
  }
  Shape shape = queries;
  shape[axis] = keys[axis];
  return shape;
}

// Returns the bytes that `angles` needs for its three matrices of shape (m, n), the lengths and the
// directions.
template <class T>
std::uint64_t angles_bytes(Index m, Index n, Index d) {
  const std::uint64_t stages = multiply_bytes(bytes_of<T>({m, n}), 3);
  const std::uint64_t of_queries = add_bytes(bytes_of<T>({m}), bytes_of<T>({m, d}));
  const std::uint64_t of_keys = add_bytes(bytes_of<T>({n}), bytes_of<T>({n, d}));
  return add_bytes(stages, add_bytes(of_queries, of_keys));
}

// The lengths of the rows, and the rows scaled to length 1.
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
    // Divides by the largest |entry| first, so that the sum of squares is in [1, d].
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

template <class T>
bool are_within(const MatrixView<T>& x, T limit) {
  for (Index r = 0; r < x.rows(); ++r)
    if (!simd::kernels<T>().are_within(x.data() + r * x.outerStride(), size(x.cols()), limit))
      return false;
  return true;
}

[[noreturn]] void refuse_unread(const char* option, Divisor divisor, const std::string& got) {
  throw Error(
      ErrorKind::kUnknownOption, option,
      std::string("none beside divisor ").append(kDivisorNames[static_cast<std::size_t>(divisor)]),
      got);
}

}  // namespace

template <class T>
void check_width(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  if (keys.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one column", shape_of<T>(keys));
  if (queries.cols() != keys.cols())
    throw Error(ErrorKind::kShapeMismatch, "queries", shape_text(-1, keys.cols(), "m"),
                shape_of<T>(queries));
}

template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, Widths widths, bool is_grouped) {
  if (queries.shape.size() < 2)
    throw Error(ErrorKind::kShapeMismatch, "queries", "at least 2 axes", shape_text(queries.shape));
  const bool is_free = widths == Widths::kFree;
  const Index width = is_free ? Index(-1) : side(queries.shape);
  const char* const free = is_free ? "*" : "n";
  const Shape like =
      is_grouped ? with_heads_of(keys.shape, queries.shape, width, free) : queries.shape;
  check_axes("keys", keys.shape, like, -1, width, free);
  const Index n = side(keys.shape, 1);
  if (n == 0 || side(keys.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one row and one column",
                shape_text(keys.shape));
  if (side(queries.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "queries", "at least one column",
                shape_text(queries.shape));
  check_axes("values", values.shape, like, n, -1, "d_v");
  if (side(values.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "values", "at least one column", shape_text(values.shape));
  check_entries("queries", queries);
  check_entries("keys", keys);
  check_entries("values", values);
  return with_matrix(leading(queries.shape), side(queries.shape, 1), n);
}

Index heads_in_group(const Shape& queries, const Shape& keys) noexcept {
  const Index heads = side(keys, 2);
  return heads == side(queries, 2) ? 1 : side(queries, 2) / heads;
}

template <class T>
void check(const AdditiveParameters<T>& parameters, Index d_q, Index d_k) {
  check_matrix("W_q", parameters.W_q, -1, d_q, "h");
  const Index hidden = parameters.W_q.rows();
  if (hidden == 0)
    throw Error(ErrorKind::kEmptyInput, "W_q", "at least one row", shape_text(hidden, d_q));
  check_matrix("W_k", parameters.W_k, hidden, d_k);
  check_matrix("w_v", parameters.w_v, 1, hidden);
  if (parameters.bias.size() > 0) check_matrix("bias", parameters.bias, 1, hidden);
}

template <class T>
void check_sigma(T sigma) {
  require_positive("sigma", static_cast<double>(sigma));
}

template <class T>
T divisor_of(const Scale<T>& scale, Index d_k) {
  if (scale.divisor != Divisor::kNumber && scale.number != 1)
    refuse_unread("divisor_number", scale.divisor, number_text(static_cast<double>(scale.number)));
  if (scale.divisor != Divisor::kSqrtEmbed && scale.embed_size != 0)
    refuse_unread("embed_size", scale.divisor, std::to_string(scale.embed_size));
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
std::uint64_t additive_scores_bytes(Index m, Index n, const AdditiveParameters<T>& parameters) {
  const Index hidden = parameters.W_q.rows();
  const std::uint64_t features = add_bytes(bytes_of<T>({m, hidden}), bytes_of<T>({n, hidden}));
  return add_bytes(bytes_of<T>({m, n}), features);
}

template <class T>
Matrix<T> dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  check_width<T>(queries, keys);
  require_memory(bytes_of<T>({queries.rows(), keys.rows()}));
  Matrix<T> scores(queries.rows(), keys.rows());
  multiply_transposed<T>(queries, keys, scores);
  return scores;
}

template <class T>
Matrix<T> scaled_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                            const Scale<T>& scale) {
  const T divisor = divisor_of(scale, keys.cols());
  Matrix<T> scores = dot_scores<T>(queries, keys);
  divide_dot_scores<T>(queries, keys, divisor, scores);
  return scores;
}

template <class T>
bool may_overflow(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor) {
  if (!(std::abs(divisor) > 1)) return false;
  // With few keys, checking the scores takes no longer than checking the entries.
  if (keys.rows() < 2 * keys.cols()) return true;
  // d products of entries up to this limit have a sum of at most a quarter of the largest number.
  const T limit = std::sqrt(std::numeric_limits<T>::max() / static_cast<T>(keys.cols())) / 2;
  return !are_within(queries, limit) || !are_within(keys, limit);
}

template <class T>
void divide_query_first(const MatrixView<T>& query, const MatrixView<T>& keys, T divisor,
                        MatrixSpan<T> scaled) {
  if (are_within<T>(scaled, std::numeric_limits<T>::max())) return;
  Matrix<T> divided = query;
  simd::divide<T>({divided.data(), size(divided.size())}, divisor);
  multiply_transposed<T>(divided, keys, scaled);
}

template <class T>
void divide_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor,
                       Matrix<T>& scores) {
  if (divisor != 1) simd::divide<T>({scores.data(), size(scores.size())}, divisor);
  if (scores.size() == 0 || !may_overflow(queries, keys, divisor)) return;
  for (Index i = 0; i < scores.rows(); ++i)
    divide_query_first<T>(queries.row(i), keys, divisor, scores.row(i));
}

template <class T>
AdditiveFeatures<T> additive_features(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const AdditiveParameters<T>& parameters) {
  const Index hidden = parameters.W_q.rows();
  AdditiveFeatures<T> features{Matrix<T>(queries.rows(), hidden), Matrix<T>(keys.rows(), hidden)};
  multiply_transposed<T>(queries, parameters.W_q, features.queries);
  multiply_transposed<T>(keys, parameters.W_k, features.keys);
  if (parameters.bias.size() > 0)
    for (Index j = 0; j < keys.rows(); ++j) features.keys.row(j) += parameters.bias.row(0);
  return features;
}

template <class T>
Matrix<T> additive_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                          const AdditiveParameters<T>& parameters) {
  if (queries.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "queries", "at least one column", shape_of<T>(queries));
  if (keys.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one column", shape_of<T>(keys));
  check(parameters, queries.cols(), keys.cols());
  require_memory(additive_scores_bytes(queries.rows(), keys.rows(), parameters));
  const AdditiveFeatures<T> features = additive_features<T>(queries, keys, parameters);
  Matrix<T> scores(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      T score = 0;
      for (Index h = 0; h < parameters.w_v.cols(); ++h)
        score += parameters.w_v(0, h) * std::tanh(features.queries(i, h) + features.keys(j, h));
      scores(i, j) = score;
    }
  return scores;
}

template <class T>
Matrix<T> gaussian_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma) {
  check_width<T>(queries, keys);
  check_sigma(sigma);
  require_memory(bytes_of<T>({queries.rows(), keys.rows()}));
  Matrix<T> scores(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      // Differences are divided by σ before they are squared, because the square of a length or of
      // σ may overflow or underflow.
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
  require_memory(angles_bytes<T>(queries.rows(), keys.rows(), keys.cols()));
  Angles<T> result;
  result.dots = dot_scores<T>(queries, keys);
  Directions<T> query_directions = directions<T>(queries);
  Directions<T> key_directions = directions<T>(keys);
  result.query_lengths = std::move(query_directions.lengths);
  result.key_lengths = std::move(key_directions.lengths);
  result.cosines.resize(queries.rows(), keys.rows());
  result.degrees.resize(queries.rows(), keys.rows());
  // Cosines are computed from the unit vectors, because dot products may overflow or underflow
  // although the angle is well defined.
  multiply_transposed<T>(query_directions.units, key_directions.units, result.cosines);
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      // Rounding may make |cosine| larger than 1, for which std::acos returns NaN.
      const T cosine = result.cosines(i, j);
      result.cosines(i, j) = cosine > 1 ? T(1) : cosine < -1 ? T(-1) : cosine;
      result.degrees(i, j) = std::acos(result.cosines(i, j)) * (180 / std::numbers::pi_v<T>);
    }
  return result;
}

template Shape checked_scores_shape(const TensorView<float>&, const TensorView<float>&,
                                    const TensorView<float>&, Widths, bool);
template Shape checked_scores_shape(const TensorView<double>&, const TensorView<double>&,
                                    const TensorView<double>&, Widths, bool);
template void check(const AdditiveParameters<float>&, Index, Index);
template void check(const AdditiveParameters<double>&, Index, Index);
ATTENTION_INSTANTIATE(check_width);
ATTENTION_INSTANTIATE(check_sigma);
ATTENTION_INSTANTIATE(divisor_of);
ATTENTION_INSTANTIATE(additive_scores_bytes);
ATTENTION_INSTANTIATE(dot_scores);
ATTENTION_INSTANTIATE(may_overflow);
ATTENTION_INSTANTIATE(divide_query_first);
ATTENTION_INSTANTIATE(divide_dot_scores);
ATTENTION_INSTANTIATE(scaled_dot_scores);
ATTENTION_INSTANTIATE(additive_features);
ATTENTION_INSTANTIATE(additive_scores);
ATTENTION_INSTANTIATE(gaussian_scores);
ATTENTION_INSTANTIATE(angles);

}  // namespace attention::detail
