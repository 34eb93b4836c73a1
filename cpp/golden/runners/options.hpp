// SPDX-License-Identifier: MIT
// Options of the library as the golden files name them.
#pragma once

#include "attention/detail/multi_head.hpp"
#include "golden/golden_case.hpp"

namespace attention::golden {

/// `scale`: a word for a divisor, or a number to multiply by. Without it √d_k.
template <class T>
Scale<T> scale(const Case& golden);

/// `mode` and `fill`.
/// @param fill  what the document at hand fills with
template <class T>
Masking<T> masking(const Case& golden, double fill);

/// Which keys the input `lens` keeps; all of them when the case has none.
template <class T>
Visibility visible_by(const Case& golden, const std::string& lens);

/// The inputs `mask`, broadcast as PyTorch does it, and `valid_lens`, where the case has them.
template <class T>
Visibility visibility(const Case& golden);

/// The input `keep`, broadcast to the weights, and the parameter `dropout`.
/// @param weights_shape  (…, m, n)
template <class T>
Dropout dropout(const Case& golden, const Shape& weights_shape);

/// `heads`
Index heads(const Case& golden);

/// Document 004's multi-head attention, for keys of any length.
template <class T>
MultiHeadOptions<T> options_004(const Case& golden);

/// `optimizer`, `lr`, `momentum`, `beta1`, `beta2` or `betas`, and `eps`.
OptimizerOptions optimizer_of(const Case& golden);

}  // namespace attention::golden
