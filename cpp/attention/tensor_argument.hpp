// SPDX-License-Identifier: MIT
/// @file
/// Types of tensors that are members of structs of arguments or options.
#pragma once

#include <concepts>
#include <limits>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>
#include <variant>

#include "attention/tensor.hpp"

namespace attention {

template <Element T>
class TensorArgument;
class Lengths;

template <Element T>
struct TensorTraits<TensorArgument<T>> : TensorTraits<TensorView<T>> {};
template <>
struct TensorTraits<Lengths> : TensorTraits<TensorView<Index>> {};

/// A tensor in a struct of arguments. It refers to an object that the library can read in place,
/// such as a Tensor or a row-major Eigen matrix, which must outlive the struct. It contains a copy
/// of anything else: of a temporary, an Eigen expression or a column-major Eigen matrix. Copies of
/// the struct share that copy.
///
///     const Eigen::MatrixXd W_q = Eigen::MatrixXd::Random(8, 8);
///     attention::MultiHeadParameters<double> parameters;
///     parameters.W_q = W_q;        // a row-major copy
///     parameters.W_k = 2 * W_q;    // the result of the expression
///     parameters.W_o = attention::view(numbers, {8, 8});  // a view
template <Element T>
class TensorArgument : public TensorView<T> {
 public:
  /// A tensor without entries, of shape (0).
  TensorArgument() = default;

  /// A copy of the view `x`, which refers to the same entries.
  TensorArgument(const TensorView<T>& x) : TensorView<T>(x) {}  // NOLINT: implicit
  /// A view of the entries of `x`.
  template <Viewable<T> X>
  TensorArgument(X&& x)  // NOLINT: implicit
      : TensorView<T>(std::forward<X>(x)) {}

  /// A copy of the entries of `x`. @throws OutOfMemory
  template <TensorLike X>
  requires(!Viewable<X, T> && !std::derived_from<std::remove_cvref_t<X>, TensorView<T>> &&
           std::same_as<typename TensorTraits<std::remove_cvref_t<X>>::Scalar, T>)
      TensorArgument(X&& x)  // NOLINT: implicit
      : TensorArgument(std::make_shared<const Tensor<T>>(to_tensor(x))) {}

 protected:
  /// Shares the ownership of a tensor.
  explicit TensorArgument(std::shared_ptr<const Tensor<T>> copy)
      : TensorView<T>(*copy), copy_(std::move(copy)) {}

 private:
  std::shared_ptr<const Tensor<T>> copy_;
};

/// Lengths of sequences: a tensor of attention::Index, or a copy of a range of any integers, such
/// as a std::vector<int>.
///
///     const std::vector<int> lens = {3, 5};
///     const attention::MaskOptions mask = {.valid_lens = lens};
class Lengths : public TensorArgument<Index> {
 public:
  using TensorArgument<Index>::TensorArgument;

  /// A copy of the integers, with one axis. An integer that is too large or too small for an Index
  /// becomes the nearest Index, which keeps the same keys. @throws OutOfMemory
  template <std::ranges::sized_range Range>
  requires(!TensorLike<Range> && std::integral<std::ranges::range_value_t<Range>> &&
           !std::same_as<std::ranges::range_value_t<Range>, bool>)
      Lengths(const Range& lens)  // NOLINT: implicit
      : Lengths(lens, {static_cast<Index>(std::ranges::size(lens))}) {}

  /// A copy of the integers, in row-major order.
  /// @throws ShapeMismatch naming `view` unless the range has as many entries as the shape;
  ///     OutOfRange naming `shape`; OutOfMemory
  template <std::ranges::sized_range Range>
  requires(std::integral<std::ranges::range_value_t<Range>> &&
           !std::same_as<std::ranges::range_value_t<Range>, bool>)
      Lengths(const Range& lens, const Shape& shape)
      : TensorArgument<Index>(copy_of(lens, shape)) {}

 private:
  template <class Range>
  static std::shared_ptr<const Tensor<Index>> copy_of(const Range& lens, const Shape& shape) {
    abi::check_entries(shape, std::ranges::size(lens));
    auto copy = std::make_shared<Tensor<Index>>(shape);
    auto entry = copy->begin();
    for (const auto len : lens)
      *entry++ = std::in_range<Index>(len)      ? static_cast<Index>(len)
                 : std::cmp_less(len, Index(0)) ? std::numeric_limits<Index>::min()
                                                : std::numeric_limits<Index>::max();
    return copy;
  }
};

/// Numbers to add to scores, of the scalar type of the call, or none.
using ScoreBias = std::variant<std::monostate, TensorArgument<float>, TensorArgument<double>>;

}  // namespace attention
