// SPDX-License-Identifier: MIT
// The one place that includes Eigen, and the storage that every room of the library shares.
#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "attention/index.hpp"

static_assert(EIGEN_VERSION_AT_LEAST(3, 4, 0), "the attention library needs Eigen 3.4 or newer");

namespace attention::detail {

static_assert(std::is_same_v<Index, Eigen::Index>);

/// Dense row-major matrix: row i is one query, key, value or token; columns are its components.
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Numbers that a function only reads, row by row. Whatever lies in memory in rows converts to it:
/// a Matrix, an Eigen::Map over foreign memory, a block of rows; for a RowView also a Matrix of one
/// row. Unlike an Eigen::Ref it never holds a copy, so that passing it costs no code for making and
/// freeing one: an expression is evaluated by who passes it, as in softmax<T>((2 * x).eval()).
template <class Rows>
class ReadOnly : public Eigen::Map<const Rows, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  template <class Derived>
  requires(bool(Derived::IsRowMajor) && int(Derived::InnerStrideAtCompileTime) == 1)
      ReadOnly(const Eigen::MapBase<Derived, Eigen::ReadOnlyAccessors>& x)
  noexcept  // NOLINT: a view of it
      : ReadOnly(x.data(), x.derived()) {}
  template <class Derived>
  requires(bool(Derived::IsRowMajor)) ReadOnly(const Eigen::PlainObjectBase<Derived>& x)
  noexcept  // NOLINT: a view of it
      : ReadOnly(x.data(), x.derived()) {}

 private:
  template <class Derived>
  ReadOnly(const typename Rows::Scalar* data, const Derived& x) noexcept
      : Eigen::Map<const Rows, Eigen::Unaligned, Eigen::OuterStride<>>(
            data, x.rows(), x.cols(), Eigen::OuterStride<>(x.outerStride())) {}
};

/// A matrix that a function only reads.
template <class T>
using MatrixView = ReadOnly<Matrix<T>>;

/// A matrix that a function writes.
template <class T>
using MatrixSpan = Eigen::Ref<Matrix<T>>;

/// One row of a Matrix that a function only reads.
template <class T>
using RowView = ReadOnly<Eigen::Matrix<T, 1, Eigen::Dynamic, Eigen::RowMajor>>;

/// One row of a Matrix that a function writes.
template <class T>
using RowSpan = Eigen::Ref<Eigen::Matrix<T, 1, Eigen::Dynamic, Eigen::RowMajor>>;

}  // namespace attention::detail
