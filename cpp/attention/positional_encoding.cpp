// SPDX-License-Identifier: MIT
#include "attention/positional_encoding.hpp"

#include <cmath>

#include "attention/detail/elementary.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

template <class T>
void positional_encoding_into(const TensorSpan<T>& out, const PositionalEncodingOptions& options) {
  detail::guarded([&] {
    detail::check_matrix("out", out.shape());
    detail::require_from("base", options.base, 1);
    const double first = static_cast<double>(options.first);
    detail::require_that(first >= 0 && first + static_cast<double>(out.rows()) <= 0x1p20, "first",
                         ErrorCode::kFirstPosition, options.first, "2^20");
    // A tensor without entries may have shape (0, 2⁶²). The loop below would make 2⁶¹ passes.
    if (out.empty()) return;
    const double width = static_cast<double>(out.cols());
    const double decay = detail::natural_log(options.base) / width;
    for (Index c = 0; c < out.cols(); c += 2) {
      const double frequency = std::exp(-static_cast<double>(c) * decay);
      for (Index r = 0; r < out.rows(); ++r) {
        const auto [sine, cosine] =
            detail::sine_and_cosine((first + static_cast<double>(r)) * frequency);
        out(r, c) = static_cast<T>(sine);
        if (c + 1 < out.cols()) out(r, c + 1) = static_cast<T>(cosine);
      }
    }
  });
}

ATTENTION_INSTANTIATE(positional_encoding_into);

}  // namespace attention::abi
