// SPDX-License-Identifier: MIT
// Functions that read the library's options from golden cases (tests/golden).
#pragma once

#include "attention/detail/multi_head.hpp"
#include "golden/golden_case.hpp"

namespace attention::golden {

/// Reads the parameter `scale`: either the name of a divisor, such as "sqrt_dk" (the default), or a
/// number by which the dot products are multiplied.
template <class T>
Scale<T> scale(const Case& golden);

/// Reads the parameters `mode` and `fill`.
/// @param fill  the fill in the code of the source document under test; used only if the golden
///     case does not set `fill` itself
template <class T>
Masking<T> masking(const Case& golden, double fill);

/// Reads valid lengths from the input named by `lens`, and returns the keys that they keep. Without
/// such an input, returns all keys.
template <class T>
Visibility visible_by(const Case& golden, const std::string& lens);

/// Reads the inputs `mask`, broadcast as in PyTorch, and `valid_lens`, if the golden case has them.
template <class T>
Visibility visibility(const Case& golden);

/// Reads the input `keep`, broadcast to the shape of the weights, and the parameter `dropout`.
/// @param weights_shape  of shape (…, m, n)
template <class T>
Dropout dropout(const Case& golden, const Shape& weights_shape);

Index heads(const Case& golden);

/// Returns the options of the multi-head attention in document 004 (a source of the lessons).
/// Unlike in that document, the number of keys may differ from the number of queries.
template <class T>
MultiHeadOptions<T> options_004(const Case& golden);

/// Reads the parameters `optimizer`, `lr`, `momentum` and `eps`, and either `betas` or `beta1`
/// and `beta2`.
OptimizerOptions optimizer_of(const Case& golden);

}  // namespace attention::golden
