// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "attention/detail/training/tasks.hpp"

namespace attention::lab {

using namespace detail;

/// The names of the parameters; the second is left out where keys are made with W_q.
inline constexpr std::array<std::string_view, 2> kPointingTaskNames = {"W_q", "W_k"};

/// Attention without values: n one-hot tokens, each of which is to give all its weight to one.
/// loss = mean over i of −ln softmax_j(q_i·k_j / divisor) at j = target_i, with row i of W_q as q_i
/// and row i of W_k as k_i. Parameters W_q and W_k (n, d_k); tied, W_q alone, and k_i = q_i. Then
/// scores are a Gram matrix, s_ij ≤ (s_ii + s_jj)/2, so that no permutation but the identity can
/// have the strict maximum of every row.
/// @param targets    (n, 1) the token that each points to, whole, in [0, n); n ≥ 1
/// @param is_scaled  divisor √d_k, else 1
/// @throws EmptyInput and ShapeMismatch (targets), OutOfMemory; targets out of range are refused
/// when
///     a loss is computed
template <class T>
std::unique_ptr<const Task<T>> pointing_task(const MatrixView<T>& targets, bool is_tied,
                                             bool is_scaled);

}  // namespace attention::lab
