// SPDX-License-Identifier: MIT
// Conversions between the public types and the library's internal types.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "attention/detail/apart.hpp"
#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/error.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/tensor.hpp"

namespace attention::detail {

/// Converts a public view to an internal view of the same entries.
template <class T>
TensorView<T> inside(const attention::TensorView<T>& x) {
  const Eigen::Map<const Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>> rows(
      x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.row_stride()));
  return {x.shape(), rows};
}

/// Converts a public writable view to an Eigen map of the same entries.
template <class T>
Eigen::Map<Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>> inside(
    const attention::TensorSpan<T>& x) {
  return {x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.row_stride())};
}

/// Checks that a result may be written while any argument of attention, or of multi-head attention,
/// is read.
template <class T, class Options>
void check_apart(const Bytes& output, const abi::Inputs<T>& inputs, const Options& options) {
  const MaskOptions& mask = options.mask;
  check_apart("output", output, "queries", inputs.queries);
  check_apart("output", output, "keys", inputs.keys);
  check_apart("output", output, "values", inputs.values);
  for (const auto& flags : {mask.keep, mask.hide})
    if (flags) check_apart("output", output, "mask", *flags);
  if (mask.valid_lens) check_apart("output", output, "valid_lens", *mask.valid_lens);
  if (options.dropout.keep) check_apart("output", output, "dropout_keep", *options.dropout.keep);
  if (const auto* bias = std::get_if<attention::TensorArgument<T>>(&options.score_bias))
    check_apart("output", output, "score_bias", *bias);
}

/// Converts a tensor with two axes to a matrix view of the same entries.
/// @throws ShapeMismatch naming `argument` for any other number of axes
template <class T>
MatrixView<T> matrix(const char* argument, const attention::TensorView<T>& x) {
  if (x.shape().size() != 2)
    throw Error(ErrorKind::kShapeMismatch, argument, "2 axes", shape_text(x.shape()));
  return inside(x).rows;
}

/// Converts a parameter to a matrix view of the same entries. A tensor with one axis becomes a row.
/// A tensor of shape (0) means that there is no such parameter; it becomes an empty matrix.
/// @throws ShapeMismatch naming `argument` for more axes
template <class T>
MatrixView<T> parameter(const char* argument, const attention::TensorView<T>& x) {
  if (x.shape().size() == 1 && x.empty()) return Matrix<T>::Map(x.data(), 0, 0);
  if (x.shape().size() == 1) return inside(x).rows;
  return matrix(argument, x);
}

/// @throws OutOfRange naming `index` unless it is one of 0 … size − 1
void check_index(Index index, Index size);

/// Converts an internal result to a public tensor, which takes ownership of the entries and copies
/// none.
template <class T, class Owner>
attention::Tensor<T> outside(const Shape& shape, Owner&& entries) {
  // Throws for an invalid shape before `new`, because an exception after it would leak the owner.
  abi::sides_of(shape);
  auto* const owner = new Owner(std::move(entries));
  return {shape, abi::Storage{owner->data(), owner,
                              [](void* x) noexcept { delete static_cast<Owner*>(x); }}};
}
template <class T>
attention::Tensor<T> outside(Tensor<T>&& x) {
  return outside<T>(x.shape, std::move(x.rows));
}
template <class T>
attention::Tensor<T> outside(Matrix<T>&& x) {
  const Shape shape = {x.rows(), x.cols()};
  return outside<T>(shape, std::move(x));
}
inline attention::Tensor<std::uint8_t> outside(const Shape& shape,
                                               std::vector<std::uint8_t>&& flags) {
  return outside<std::uint8_t, std::vector<std::uint8_t>>(shape, std::move(flags));
}

/// Converts a result that may be absent: an internal tensor without axes and entries becomes an
/// empty public one.
template <class T>
attention::Tensor<T> outside_if_any(Tensor<T>&& x) {
  return x.shape.empty() && x.rows.size() == 0 ? attention::Tensor<T>() : outside(std::move(x));
}

template <class T>
Scale<T> inside(const attention::Scale& scale) {
  return {scale.divisor, static_cast<T>(scale.number), scale.embed_size};
}

template <class T>
Masking<T> masking_of(const MaskOptions& mask) {
  return {mask.method, static_cast<T>(mask.fill), mask.empty_row};
}

/// Copies the flags and lengths of `mask` and reuses the memory of `to`.
/// @throws OutOfRange naming `mask` for a flag other than 0 and 1 or if both `keep` and `hide` are
///     set
void assign(const MaskOptions& mask, Visibility& to);

/// @throws OutOfRange naming `dropout_keep` for a flag other than 0 and 1
Dropout inside(const attention::Dropout& dropout);

/// Converts a bias to a view of the same entries.
/// @throws UnknownOption naming `score_bias` if it has another scalar type than T
template <class T>
std::optional<TensorView<T>> inside(const attention::ScoreBias& bias) {
  using Other = std::conditional_t<std::is_same_v<T, float>, double, float>;
  if (std::holds_alternative<attention::TensorArgument<Other>>(bias))
    throw Error(ErrorKind::kUnknownOption, "score_bias",
                std::is_same_v<T, float> ? "float" : "double",
                std::is_same_v<T, float> ? "double" : "float");
  const auto* given = std::get_if<attention::TensorArgument<T>>(&bias);
  return given == nullptr ? std::optional<TensorView<T>>()
                          : inside(static_cast<const attention::TensorView<T>&>(*given));
}

/// Converts the options of scaled dot products. @throws OutOfRange naming `mask` or `dropout_keep`;
/// UnknownOption naming `score_bias`
template <class T>
AttentionOptions<T> inside(const attention::AttentionOptions& options) {
  AttentionOptions<T> result;
  result.scale = inside<T>(options.scale);
  assign(options.mask, result.visibility);
  result.masking = masking_of<T>(options.mask);
  result.dropout = inside(options.dropout);
  result.score_bias = inside<T>(options.score_bias);
  result.grouped = options.grouped;
  return result;
}

/// Copies public parameters to internal matrices. @throws ShapeMismatch naming the parameter
template <class T>
AdditiveParameters<T> inside(const attention::AdditiveParameters<T>& parameters) {
  return {
      copy_of(parameter<T>("W_q", parameters.W_q)), copy_of(parameter<T>("W_k", parameters.W_k)),
      copy_of(parameter<T>("w_v", parameters.w_v)), copy_of(parameter<T>("bias", parameters.bias))};
}

template <class T>
AttentionStages<T> outside(Attention<T>&& stages) {
  Shape rows = stages.output.shape;
  rows.pop_back();
  return {outside(std::move(stages.scores)),
          outside(std::move(stages.scaled_scores)),
          outside(std::move(stages.logits)),
          outside(std::move(stages.weights)),
          outside_if_any(std::move(stages.dropped_weights)),
          outside(std::move(stages.output)),
          outside(rows, std::move(stages.empty_rows))};
}

/// Views of the intermediate results that the backward pass of attention reads.
template <class T>
AttentionWeights<T> weights_of(const AttentionStages<T>& stages) {
  return {inside(attention::TensorView<T>(stages.weights)),
          inside(attention::TensorView<T>(stages.dropped_weights))};
}

}  // namespace attention::detail
