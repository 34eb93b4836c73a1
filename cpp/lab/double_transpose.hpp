// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/scores.hpp"

namespace attention::lab {

using namespace detail;

/// The scores that result from transposing a key matrix twice, as the lessons' source document 000
/// does if its steps run in order (lines 102 and 139): q k / √d_k instead of q kᵀ / √d_k. For
/// square key matrices this runs without an error but returns different numbers.
/// @param queries  of shape (m, d)
/// @param keys     of shape (d, d), d ≥ 1
/// @return the scores, of shape (m, d)
/// @throws EmptyInput naming `keys`; ShapeMismatch naming `queries`, or naming `keys` if they are
///     not square; OutOfMemory
/// Source: erratum E-11 of web/src/ledger
template <class T>
Matrix<T> double_transpose_scores(const MatrixView<T>& queries, const MatrixView<T>& keys);

}  // namespace attention::lab
