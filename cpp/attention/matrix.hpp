// SPDX-License-Identifier: MIT
// The one place that includes Eigen, and the storage that every room of the library shares.
#pragma once

#include <Eigen/Core>

static_assert(EIGEN_VERSION_AT_LEAST(3, 4, 0), "the attention library needs Eigen 3.4 or newer");

namespace attention {

using Index = Eigen::Index;

/// Dense row-major matrix: row i is one query, key, value or token; columns are its components.
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A matrix that a function only reads. A Matrix, an Eigen::Map over foreign memory and a block of
/// rows all convert to it without a copy.
template <class T>
using MatrixView = Eigen::Ref<const Matrix<T>>;

/// A matrix that a function writes.
template <class T>
using MatrixSpan = Eigen::Ref<Matrix<T>>;

/// One row of a Matrix that a function only reads.
template <class T>
using RowView = Eigen::Ref<const Eigen::Matrix<T, 1, Eigen::Dynamic, Eigen::RowMajor>>;

/// One row of a Matrix that a function writes.
template <class T>
using RowSpan = Eigen::Ref<Eigen::Matrix<T, 1, Eigen::Dynamic, Eigen::RowMajor>>;

}  // namespace attention
