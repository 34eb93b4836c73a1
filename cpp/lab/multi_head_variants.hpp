// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/multi_head.hpp"

namespace attention::lab {

using namespace detail;

/// The documents' implementations, by name.
enum class MultiHeadVariant {
  /// Full projections, √head_dim, exact exclusion, any lengths.
  kStandard,
  /// As document 004, lines 43–87: fill −1e4, masks by trailing axes, line 64.
  k004AsPrinted,
  /// As document 002, lines 118–152: projections never applied, −1e20, then divided by √embed_size.
  k002AsPrinted,
  /// As document 002, lines 158–190: the same with mask·(−1e9) added; its mask hides with 1.
  k002TensorFlow,
  /// Document 002's class with its layers applied and √head_dim.
  k002AsMeant,
};

/// The names of the variants as they cross to other languages, in the order of `MultiHeadVariant`.
inline constexpr std::array<std::string_view, 5> kMultiHeadVariantNames = {
    "standard", "004_as_printed", "002_as_printed", "002_tensorflow", "002_as_meant"};

/// The options under which `multi_head` computes what a variant does.
template <class T>
MultiHeadOptions<T> multi_head_options(MultiHeadVariant variant, Index num_heads);

}  // namespace attention::lab
