// SPDX-License-Identifier: MIT
// The matrix and view types of the library's internal code. No other internal file includes Eigen's
// core.
#pragma once

#include <Eigen/Core>
#include <new>
#include <type_traits>

#include "attention/index.hpp"

static_assert(EIGEN_VERSION_AT_LEAST(3, 4, 0), "the attention library needs Eigen 3.4 or newer");

namespace attention::detail {

static_assert(std::is_same_v<Index, Eigen::Index>);

/// A dense row-major matrix. Usually each row is a query, key, value or token, and the columns are
/// its components.
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A read-only view of a row-major matrix or of one row. A Matrix, an Eigen::Map and a block of
/// rows convert to it without a copy. Unlike Eigen::Ref, a ReadOnly never contains a copy, so that
/// calls need no code to create and free a copy. Therefore callers must evaluate expressions first:
/// (2 * x).eval().
template <class Rows>
class ReadOnly : public Eigen::Map<const Rows, Eigen::Unaligned, Eigen::OuterStride<>> {
 public:
  template <class Derived>
  requires(bool(Derived::IsRowMajor) && int(Derived::InnerStrideAtCompileTime) == 1)
      ReadOnly(const Eigen::MapBase<Derived, Eigen::ReadOnlyAccessors>& x)
  noexcept  // NOLINT: implicit
      : ReadOnly(x.data(), x.derived()) {}
  template <class Derived>
  requires(bool(Derived::IsRowMajor)) ReadOnly(const Eigen::PlainObjectBase<Derived>& x)
  noexcept  // NOLINT: implicit
      : ReadOnly(x.data(), x.derived()) {}
  ReadOnly(const ReadOnly&) noexcept = default;

  /// Redirects this view to the entries of `other`. For an Eigen::Map, this needs placement new.
  ReadOnly& operator=(const ReadOnly& other) noexcept {
    if (this != &other) new (this) ReadOnly(other);
    return *this;
  }

 private:
  template <class Derived>
  ReadOnly(const typename Rows::Scalar* data, const Derived& x) noexcept
      : Eigen::Map<const Rows, Eigen::Unaligned, Eigen::OuterStride<>>(
            data, x.rows(), x.cols(), Eigen::OuterStride<>(x.outerStride())) {}
};

/// Parameter types of matrices and of rows: a function reads a View and writes a Span.
/// @{
template <class T>
using MatrixView = ReadOnly<Matrix<T>>;

template <class T>
using MatrixSpan = Eigen::Ref<Matrix<T>>;

template <class T>
using RowView = ReadOnly<Eigen::Matrix<T, 1, Eigen::Dynamic, Eigen::RowMajor>>;

template <class T>
using RowSpan = Eigen::Ref<Eigen::Matrix<T, 1, Eigen::Dynamic, Eigen::RowMajor>>;
/// @}

}  // namespace attention::detail
