// SPDX-License-Identifier: MIT
// What streaming attention is compared with, and under which masks.
#pragma once

#include <string>
#include <vector>

#include "attention/detail/streaming.hpp"
#include "support/attention_samples.hpp"
#include "support/row_error.hpp"
#include "support/tolerance.hpp"

namespace attention::detail {

/// Scores of a few units, and values of one sign, whose means keep all their digits.
template <class T>
Inputs<T> spread_inputs(const InputSides& sides, unsigned seed);

template <class T>
StreamingAttention<T> stream(const Inputs<T>& x, const StreamingOptions<T>& options = {});

/// `attention` with the same options.
template <class T>
Attention<T> attend_like(const Inputs<T>& x, const StreamingOptions<T>& options);

/// For M + ln S, of which the second is a few units, however large the first is.
template <class T>
inline constexpr Tolerance kLogSumExp{.abs = 10 * kStageError<T>, .rel = kStageError<T>};

/// What is wrong with `streamed`, or nothing.
template <class T>
std::string disagreement(const StreamingAttention<T>& streamed, const Attention<T>& stages);

struct Tile {
  Index queries;
  Index keys;
};

/// The usual tile, smaller ones, and one that is larger than all.
inline const std::vector<Tile> kTiles = {{1, 1}, {3, 3}, {32, 96}, {1000, 1000}};

/// Compares under each kind of mask, each `MaskMethod`, each `EmptyRow` and each fill of the
/// documents.
template <class T>
void check_every_mask(const Inputs<T>& x, unsigned seed, const std::vector<Tile>& tiles = kTiles);

}  // namespace attention::detail
