// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "attention/detail/training/tasks.hpp"

namespace attention::lab {

/// The names of the parameters of `pointing_task`. If keys use W_q (`is_tied`), there is only the
/// first.
inline constexpr std::array<std::string_view, 2> kPointingNames = {"W_q", "W_k"};

/// Attention without values: n one-hot tokens, each of which should give all its weight to one
/// target token. loss = mean over i of −ln softmax_j(q_i·k_j / divisor) at j = target_i, with row i
/// of W_q as q_i and row i of W_k as k_i. The parameters are W_q and W_k, of shape (n, d_k). If
/// `is_tied`, the only parameter is W_q, and k_i = q_i. The scores s_ij are then a Gram matrix, so
/// that s_ij ≤ (s_ii + s_jj)/2. Therefore, if the targets are a permutation other than the
/// identity, the scores of the targets cannot all be the strict maximum of their row.
/// @param targets    the target of each token, in [0, n); n ≥ 1
/// @param is_scaled  whether the divisor is √d_k; else it is 1
/// @throws EmptyInput naming `targets`; OutOfMemory. Targets out of range throw when a loss is
///     computed
template <class T>
std::unique_ptr<const detail::Task<T>> pointing_task(std::vector<Index> targets, bool is_tied,
                                                     bool is_scaled);

}  // namespace attention::lab
