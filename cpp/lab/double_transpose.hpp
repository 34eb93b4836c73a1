// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/scores.hpp"

namespace attention::lab {

using namespace detail;

/// Scores when a key that was transposed once is transposed again, as document 000's steps do when
/// they are run in order (line 102, then 139): q k / √d_k in place of q kᵀ / √d_k. Runs only for
/// square keys, and gives other numbers without a word.
/// @param queries  (m, d)
/// @param keys     (d, d), d ≥ 1
/// @return (m, d)
/// @throws EmptyInput (keys), ShapeMismatch (queries, and keys where the documents' code raises),
///     OutOfMemory
/// Source: erratum E-11
template <class T>
Matrix<T> double_transpose_scores(const MatrixView<T>& queries, const MatrixView<T>& keys);

}  // namespace attention::lab
