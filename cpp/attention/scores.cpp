// SPDX-License-Identifier: MIT
#include "attention/scores.hpp"

#include <cmath>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

void check_axes(const char* argument, const Shape& shape, const Shape& like, Index rows, Index cols,
                const char* free) {
  const bool fits = shape.size() >= 2 && leading(shape) == leading(like) &&
                    (rows < 0 || side(shape, 1) == rows) && (cols < 0 || side(shape) == cols);
  if (fits) return;
  refuse_shape(argument, ErrorCode::kShape, {{with_matrix(leading(like), rows, cols), free}},
               shape);
}

// Checks the number of heads of the keys. Returns the shape of the queries with this number.
Shape with_heads_of(const Shape& keys, const Shape& queries, Index cols, const char* free) {
  if (queries.size() < 3) refuse_shape("queries", ErrorCode::kAxesAtLeast, {3}, queries);
  const std::size_t axis = queries.size() - 3;
  const Index heads = queries[axis];
  const bool fits = keys.size() == queries.size() &&
                    (keys[axis] == heads || (keys[axis] > 0 && heads % keys[axis] == 0));
  if (!fits) {
    Shape leading(queries.begin(), queries.begin() + axis);
    leading.push_back(-2);
    refuse_shape("keys", ErrorCode::kGroupedShape, {{with_matrix(leading, -1, cols), free}, heads},
                 keys);
  }
  Shape shape = queries;
  shape[axis] = keys[axis];
  return shape;
}

template <class T>
bool are_within(const MatrixView<T>& x, T limit) noexcept {
  for (Index r = 0; r < x.rows(); ++r)
    if (!simd::kernels<T>().are_within(x.data() + r * x.outerStride(), size(x.cols()), limit))
      return false;
  return true;
}

[[noreturn]] void refuse_unread(const char* option, Divisor divisor, const ErrorValue& got) {
  refuse(ErrorKind::kUnknownOption, option, ErrorCode::kNoneBesideChoice,
         {"divisor", kDivisorNames[static_cast<std::size_t>(divisor)].data()}, got);
}

}  // namespace

template <class T>
void check_width(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  if (keys.cols() == 0)
    refuse_empty("keys", ErrorCode::kColumn, {}, Shape{keys.rows(), keys.cols()});
  if (queries.cols() != keys.cols())
    refuse_shape("queries", ErrorCode::kShape, {{Shape{-1, keys.cols()}, "m"}},
                 Shape{queries.rows(), queries.cols()});
}

Shape checked_scores_shape(const Shape& queries, const Shape& keys, const Shape& values,
                           Widths widths, bool is_grouped) {
  if (queries.size() < 2) refuse_shape("queries", ErrorCode::kAxesAtLeast, {2}, queries);
  const bool is_free = widths == Widths::kFree;
  const Index width = is_free ? Index(-1) : side(queries);
  const char* const free = is_free ? "*" : "n";
  const Shape like = is_grouped ? with_heads_of(keys, queries, width, free) : queries;
  check_axes("keys", keys, like, -1, width, free);
  const Index n = side(keys, 1);
  if (n == 0 || side(keys) == 0) refuse_empty("keys", ErrorCode::kRowAndColumn, {}, keys);
  if (side(queries) == 0) refuse_empty("queries", ErrorCode::kColumn, {}, queries);
  check_axes("values", values, like, n, -1, "d_v");
  if (side(values) == 0) refuse_empty("values", ErrorCode::kColumn, {}, values);
  return with_matrix(leading(queries), side(queries, 1), n);
}

Index heads_in_group(const Shape& queries, const Shape& keys) noexcept {
  const Index heads = side(keys, 2);
  return heads == side(queries, 2) ? 1 : side(queries, 2) / heads;
}

template <class T>
T divisor_of(const Scale& scale, Index d_k) {
  const auto number = static_cast<T>(scale.number);
  if (scale.divisor != Divisor::kNumber && scale.number != 1)
    refuse_unread("divisor_number", scale.divisor, scale.number);
  if (scale.divisor != Divisor::kSqrtEmbed && scale.embed_size != 0)
    refuse_unread("embed_size", scale.divisor, scale.embed_size);
  switch (scale.divisor) {
    case Divisor::kNone:
      return 1;
    case Divisor::kSqrtDk:
      return std::sqrt(static_cast<T>(d_k));
    case Divisor::kDk:
      return static_cast<T>(d_k);
    case Divisor::kSqrtEmbed:
      if (scale.embed_size < 1)
        refuse_range("embed_size", ErrorCode::kWholeAtLeast, {1}, scale.embed_size);
      return std::sqrt(static_cast<T>(scale.embed_size));
    case Divisor::kNumber:
      break;
  }
  if (number == 0 || std::isnan(number))
    refuse_range("divisor_number", ErrorCode::kNumberNot, {0}, static_cast<double>(number));
  return number;
}

template <class T>
bool may_overflow(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor) noexcept {
  if (!(std::abs(divisor) > 1)) return false;
  // With few keys, checking the computed scores takes no longer than checking the entries here.
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
                       MatrixSpan<T> scores) {
  for (Index i = 0; divisor != 1 && i < scores.rows(); ++i)
    simd::divide<T>({scores.data() + i * scores.outerStride(), size(scores.cols())}, divisor);
  if (scores.size() == 0 || !may_overflow(queries, keys, divisor)) return;
  for (Index i = 0; i < scores.rows(); ++i)
    divide_query_first<T>(queries.row(i), keys, divisor, scores.row(i));
}

template <class T>
void write_gaussian_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma,
                           MatrixSpan<T> scores) {
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      // Differences are divided by σ before they are squared, because squares of differences or
      // of σ may overflow or underflow.
      T square = 0;
      for (Index c = 0; c < keys.cols(); ++c) {
        const T u = (queries(i, c) - keys(j, c)) / sigma;
        square += u * u;
      }
      scores(i, j) = -square / 2;
    }
}

template <class T>
void gaussian_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient, T& sigma_gradient) {
  queries_gradient.setZero();
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      if (scores_gradient(i, j) == 0) continue;
      T square = 0;
      for (Index c = 0; c < keys.cols(); ++c) {
        // Two divisions by σ instead of one by σ², because the square of a small σ underflows to 0.
        const T u = (queries(i, c) - keys(j, c)) / sigma;
        const T step = scores_gradient(i, j) * (u / sigma);
        queries_gradient(i, c) -= step;
        keys_gradient(j, c) += step;
        square += u * u;
      }
      sigma_gradient += scores_gradient(i, j) * (square / sigma);
    }
}

template float divisor_of<float>(const Scale&, Index);
template double divisor_of<double>(const Scale&, Index);
ATTENTION_INSTANTIATE(check_width);
ATTENTION_INSTANTIATE(may_overflow);
ATTENTION_INSTANTIATE(divide_query_first);
ATTENTION_INSTANTIATE(divide_dot_scores);
ATTENTION_INSTANTIATE(write_gaussian_scores);
ATTENTION_INSTANTIATE(gaussian_scores_gradient);

}  // namespace attention::detail

namespace attention::abi {

using namespace detail;

// Source: the lessons' source document 002, lines 41–47
template <class T>
Tensor<T> dot_scores(const TensorView<T>& queries, const TensorView<T>& keys) {
  return guarded([&] {
    const MatrixView<T> q = checked_matrix("queries", queries);
    const MatrixView<T> k = checked_matrix("keys", keys);
    check_width<T>(q, k);
    Tensor<T> scores = uninitialised<T>({q.rows(), k.rows()});
    multiply_transposed<T>(q, k, matrix_of(scores));
    return scores;
  });
}

// Source: the lessons' source document 000, line 14
template <class T>
Tensor<T> scaled_dot_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                            const Scale& scale) {
  return guarded([&] {
    const T divisor = divisor_of<T>(scale, keys.cols());
    Tensor<T> scores = abi::dot_scores<T>(queries, keys);
    divide_dot_scores<T>(matrix_of(queries), matrix_of(keys), divisor, matrix_of(scores));
    return scores;
  });
}

// Source: the lessons' source document 001, lines 15–29, with the sign that its numbers imply
// (erratum E-17)
template <class T>
Tensor<T> gaussian_scores(const TensorView<T>& queries, const TensorView<T>& keys, double sigma) {
  return guarded([&] {
    const MatrixView<T> q = checked_matrix("queries", queries);
    const MatrixView<T> k = checked_matrix("keys", keys);
    check_width<T>(q, k);
    const T width = positive<T>("sigma", sigma);
    Tensor<T> scores = uninitialised<T>({q.rows(), k.rows()});
    write_gaussian_scores<T>(q, k, width, matrix_of(scores));
    return scores;
  });
}

ATTENTION_INSTANTIATE(dot_scores);
ATTENTION_INSTANTIATE(scaled_dot_scores);
ATTENTION_INSTANTIATE(gaussian_scores);

}  // namespace attention::abi
