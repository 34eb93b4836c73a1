// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "support/matrices.hpp"

namespace attention::test {

using Flags = std::vector<std::uint8_t>;

Visibility mask_only(Mask mask, MaskAxes axes = MaskAxes::kExplicit);
Visibility lens_only(Shape shape, std::vector<double> lens);
Visibility causal_only(CausalAlignment alignment = CausalAlignment::kTopLeft);

/// A mask of random flags; `kept` is the expected share of ones.
Mask random_mask(const Shape& shape, unsigned seed, double kept = 0.6);

/// The flags that KeyFilter returns for all keys of each query, query by query.
Flags flags_of(const Visibility& visibility, const Shape& scores);

Flags expected_flags_of(const Visibility& visibility, const Shape& scores);

}  // namespace attention::test
