// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "attention/detail/mask.hpp"

namespace attention::detail {

using Flags = std::vector<std::uint8_t>;

/// One condition and no other.
Visibility mask_only(Mask mask, MaskAxes axes = MaskAxes::kExplicit);
Visibility lens_only(Shape shape, std::vector<double> lens);
Visibility causal_only();

/// Flags of which this part is 1, on average.
Mask random_mask(const Shape& shape, unsigned seed, double kept = 0.6);

/// What a filter says of all scores, row by row.
Flags flags_of(const Visibility& visibility, const Shape& scores);

/// What the plain loops say.
Flags expected_flags_of(const Visibility& visibility, const Shape& scores);

}  // namespace attention::detail
