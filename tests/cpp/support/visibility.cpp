// SPDX-License-Identifier: MIT
#include "support/visibility.hpp"

#include <utility>

#include "support/reference_attention.hpp"
#include "support/samples.hpp"

namespace attention::test {

Visibility mask_only(Mask mask, MaskAxes axes) {
  Visibility visibility;
  visibility.mask = std::move(mask);
  visibility.mask_axes = axes;
  return visibility;
}

Visibility lens_only(Shape shape, std::vector<double> lens) {
  Visibility visibility;
  visibility.valid_lens = ValidLens{std::move(shape), std::move(lens)};
  return visibility;
}

Visibility causal_only(CausalAlignment alignment) {
  Visibility visibility;
  visibility.causal = true;
  visibility.alignment = alignment;
  return visibility;
}

Mask random_mask(const Shape& shape, unsigned seed, double kept) {
  const auto numbers = random_tensor<double>(shape, seed, 0, 1);
  Mask mask{shape, {}};
  for (Index i = 0; i < numbers.rows.size(); ++i)
    mask.keep.push_back(numbers.rows.data()[i] < kept ? 1 : 0);
  return mask;
}

Flags flags_of(const Visibility& visibility, const Shape& scores) {
  const KeyFilter filter(visibility, scores);
  const Index m = side(scores, 1);
  const Index n = side(scores);
  // Initialised with 7, which is no flag, so that a missing write is detected.
  Flags flags(static_cast<std::size_t>(size_of(scores)), 7);
  for (Index r = 0; r < batch_of(scores) * m; ++r)
    filter.row(r / m, r % m, 0, n, flags.data() + r * n);
  return flags;
}

Flags expected_flags_of(const Visibility& visibility, const Shape& scores) {
  const Index m = side(scores, 1);
  Flags flags;
  for (Index r = 0; r < batch_of(scores) * m; ++r)
    for (Index j = 0; j < side(scores); ++j)
      flags.push_back(reference::keeps(visibility, scores, r / m, r % m, j) ? 1 : 0);
  return flags;
}

}  // namespace attention::test
