// SPDX-License-Identifier: MIT
#include "attention/alibi.hpp"

#include <cstdlib>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/score_bias.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

template <class T>
Tensor<T> alibi_bias(Index num_heads, Index m, Index n, CausalAlignment alignment) {
  return detail::guarded([&] {
    detail::require_that(num_heads >= 1, "num_heads", ErrorCode::kWholeAtLeast, num_heads, 1);
    detail::require_that(m >= 0, "m", ErrorCode::kWholeAtLeast, m, 0);
    detail::require_that(n >= 0, "n", ErrorCode::kWholeAtLeast, n, 0);
    detail::require_memory(detail::bytes_of<T>({num_heads, m, n}));
    Tensor<T> bias({num_heads, m, n});
    if (bias.empty()) return bias;
    const Index offset = alignment == CausalAlignment::kBottomRight ? n - m : 0;
    for (Index r = 0; r < bias.rows(); ++r) {
      const double slope = detail::alibi_slope(r / m, num_heads);
      const Index position = r % m + offset;
      for (Index j = 0; j < n; ++j)
        bias(r, j) = static_cast<T>(-slope * static_cast<double>(std::abs(position - j)));
    }
    return bias;
  });
}

ATTENTION_INSTANTIATE(alibi_bias);

}  // namespace attention::abi
