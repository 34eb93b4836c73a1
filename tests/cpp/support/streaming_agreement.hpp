// SPDX-License-Identifier: MIT
// Compares streaming attention with `attention`, under many masks.
#pragma once

#include <string>
#include <vector>

#include "attention/detail/streaming.hpp"
#include "support/attention_samples.hpp"
#include "support/row_error.hpp"
#include "support/tolerance.hpp"

namespace attention::test {

/// Random inputs. The scores spread over a few units. All values are positive, so that the terms of
/// a weighted mean do not cancel.
template <class T>
Inputs<T> spread_inputs(const InputSides& sides, unsigned seed);

template <class T>
StreamingAttention<T> stream(const Inputs<T>& x, const StreamingOptions<T>& options = {});

/// The intermediate results of `attention` with these options, for comparison with `stream`.
template <class T>
Attention<T> attend_like(const Inputs<T>& x, const StreamingOptions<T>& options);

/// The tolerance for log-sum-exp: M + ln S with the largest logit M and S = Σ e^{logit − M}. The
/// absolute part is for ln S, which is a few units even if M is large.
template <class T>
inline constexpr Tolerance kLogSumExp{.abs = 10 * kStageError<T>, .rel = kStageError<T>};

/// Describes how `streamed` differs from `stages`; empty if they agree.
template <class T>
std::string disagreement(const StreamingAttention<T>& streamed, const Attention<T>& stages);

struct Tile {
  Index queries;
  Index keys;
};

/// Sizes of tiles (blocks of queries and keys that are processed together): small ones, one with 32
/// queries and 96 keys, and one larger than all inputs.
inline const std::vector<Tile> kTiles = {{1, 1}, {3, 3}, {32, 96}, {1000, 1000}};

/// Compares streaming attention with `attention` for each kind of mask, each MaskMethod, each
/// EmptyRow, each fill of the source texts (support/document_fills.hpp), and each size of tile.
template <class T>
void check_every_mask(const Inputs<T>& x, unsigned seed, const std::vector<Tile>& tiles = kTiles);

}  // namespace attention::test
