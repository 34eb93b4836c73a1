// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::lab {

using namespace detail;

/// Softmax without the shift, p_j = exp(x_j) / Σ_k exp(x_k), to demonstrate why the shift is
/// needed: a logit above 88.7 in float (709.8 in double) gives ∞/∞ = NaN, a row far below 0 gives
/// 0/0 = NaN.
/// @return the weights, of shape (rows, n)
/// @throws OutOfMemory
template <class T>
Matrix<T> naive_softmax(const MatrixView<T>& logits);

}  // namespace attention::lab
