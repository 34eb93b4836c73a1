// SPDX-License-Identifier: MIT
#include "attention/alibi.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
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
      // slope = 2^(−whole − part/num_heads). If part is 0, it is an exact power of 2.
      const Index whole = 8 * (r / m + 1) / num_heads;
      const Index part = 8 * (r / m + 1) % num_heads;
      const double slope = std::exp(-std::numbers::ln2 * static_cast<double>(part) /
                                    static_cast<double>(num_heads)) /
                           static_cast<double>(1 << whole);
      const Index position = r % m + offset;
      for (Index j = 0; j < n; ++j)
        bias(r, j) = static_cast<T>(-slope * static_cast<double>(std::abs(position - j)));
    }
    return bias;
  });
}

ATTENTION_INSTANTIATE(alibi_bias);

}  // namespace attention::abi
