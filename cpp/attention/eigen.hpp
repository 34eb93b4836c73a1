// SPDX-License-Identifier: MIT
/// @file
/// Lets functions take Eigen matrices and return results as Eigen matrices. Include it where you
/// use Eigen 3.4 or newer:
///
///     #include <attention/attention.hpp>
///     #include <attention/eigen.hpp>
///
///     const Eigen::MatrixXd q = …;
///     const auto output = attention::scaled_dot_product(q, k, 2 * v);
///     const Eigen::MatrixXd result = attention::as_matrix(output);
///
/// Dense matrices, arrays, blocks, maps and expressions of either storage order are tensors with
/// two axes. Column vectors, and row-major matrices whose rows are contiguous, are read in place.
/// Other matrices (Eigen's default is column-major) and expressions are copied into row-major order
/// for the call. Matrices, blocks and maps that are read in place can also receive results.
#pragma once

#include <Eigen/Core>
#include <type_traits>
#include <utility>

#include "attention/tensor.hpp"

static_assert(EIGEN_VERSION_AT_LEAST(3, 4, 0), "attention/eigen.hpp needs Eigen 3.4 or newer");

namespace attention {

/// A row-major matrix, the layout that the library reads and writes.
template <class T>
using RowMajorMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

namespace abi {

// Only its return type is used: the Eigen class that x derives from. For example, a segment of a
// vector derives from a Block.
template <class Derived>
const Derived& eigen_derived(const Eigen::DenseBase<Derived>& x);

template <class X>
concept EigenDense = requires(const X& x) {
  abi::eigen_derived(x);
};

template <class X>
using EigenDerived = std::remove_cvref_t<decltype(abi::eigen_derived(std::declval<const X&>()))>;

template <class X>
concept EigenMatrixOrMap = EigenDense<X> &&(X::Flags& Eigen::DirectAccessBit) != 0;

// Whether the entries of each row are contiguous, so that the library can read them in place. In a
// column vector they are, because each row has one entry.
template <class X>
inline constexpr bool kHasRows = [] {
  if constexpr (EigenMatrixOrMap<X>)
    return int(X::InnerStrideAtCompileTime) == 1 &&
           (bool(X::IsRowMajor) || int(X::ColsAtCompileTime) == 1);
  else
    return false;
}();

template <class X>
Index row_stride(const X& x) {
  if (!bool(X::IsRowMajor)) return 1;
  return x.rows() <= 1 || x.cols() == 0 ? x.cols() : x.outerStride();
}

// A row-major copy of a matrix or expression that the library cannot read in place.
template <class T>
struct EigenCopy {
  RowMajorMatrix<T> entries;
  operator TensorView<T>() const {  // NOLINT: implicit
    return {entries.data(), {entries.rows(), entries.cols()}};
  }
};

}  // namespace abi

template <abi::EigenDense X>
struct TensorTraits<X> {
  using Scalar = typename X::Scalar;
  using Derived = abi::EigenDerived<X>;
  static constexpr bool kOwnsEntries = std::is_base_of_v<Eigen::PlainObjectBase<Derived>, Derived>;

  static auto read(const X& x) {
    if constexpr (!Element<Scalar>)
      return RowMajorMatrix<Scalar>(x);  // `scalar_of` later rejects this scalar type
    else if constexpr (abi::kHasRows<X>)
      return TensorView<Scalar>(x.data(), {x.rows(), x.cols()}, abi::row_stride(x));
    else if constexpr (std::is_base_of_v<Eigen::ArrayBase<Derived>, Derived>)
      return abi::EigenCopy<Scalar>{x.matrix()};
    else
      return abi::EigenCopy<Scalar>{x};
  }

  static auto write(X& x) requires(abi::kHasRows<X>&& Element<Scalar> &&
                                   (X::Flags & Eigen::LvalueBit) != 0) {
    return TensorSpan<Scalar>(x.data(), {x.rows(), x.cols()}, abi::row_stride(x));
  }
};

/// The entries of a tensor as a matrix, without a copy.
/// @param x  any shape
/// @return a map of shape (rows, columns), where rows is the product of all axis lengths but the
///     last; valid as long as x
/// Time O(1).
///
///     const Eigen::MatrixXd result = attention::as_matrix(attention::softmax(logits));
template <Element T>
Eigen::Map<const RowMajorMatrix<T>> as_matrix(const Tensor<T>& x) noexcept {
  return {x.data(), x.rows(), x.cols()};
}
/// @overload
template <Element T>
Eigen::Map<RowMajorMatrix<T>> as_matrix(Tensor<T>& x) noexcept {
  return {x.data(), x.rows(), x.cols()};
}
/// @overload
/// Returns a copy, because a map of the temporary x would dangle.
template <Element T>
RowMajorMatrix<T> as_matrix(Tensor<T>&& x) {
  return as_matrix(x);
}

}  // namespace attention
