// SPDX-License-Identifier: MIT
#include "attention/random.hpp"

#include <array>
#include <cmath>
#include <cstdint>

#include "attention/detail/memory.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/refuse.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

template <class T>
void draw_into(const TensorSpan<T>& out, const RandomOptions& options) {
  detail::guarded([&] {
    detail::require_that(options.stream < kFirstOwnStream, "stream", ErrorCode::kWholeBelow,
                         static_cast<double>(options.stream), "2^32");
    detail::require_that(std::isfinite(options.mean), "mean", ErrorCode::kFinite, options.mean);
    detail::require_from("variance", options.variance, 0);
  });
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  if (out.empty()) return;
  const double deviation = std::sqrt(options.variance);
  std::array<double, 2> pair = {};
  std::uint64_t i = 0;
  for (Index r = 0; r < out.rows(); ++r)
    for (T& entry : out.row(r)) {
      if (i % 2 == 0)
        pair = detail::draw_pair(options.distribution, options.seed, options.stream, i / 2);
      entry = static_cast<T>(options.mean + deviation * pair[i++ % 2]);
    }
}

ATTENTION_INSTANTIATE(draw_into);

}  // namespace attention::abi
