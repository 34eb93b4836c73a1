// SPDX-License-Identifier: MIT
// Counter-based random numbers: each is a function of seed, stream and index, so that it has the
// same bits on every platform and in any order of computation. The functions use integer arithmetic
// and operations that IEEE 754 rounds exactly, but not the platform's log, exp or cos.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "attention/options.hpp"

namespace attention::detail {

/// The moments E x⁰, E x², E x⁴, E x⁶ and E x⁸ of each standardised distribution, in the order of
/// `Distribution`; the odd moments are 0.
inline constexpr std::array<std::array<double, 5>, 4> kEvenMoments = {
    {{1, 1, 3, 15, 105}, {1, 1, 1, 1, 1}, {1, 1, 9.0 / 5, 27.0 / 7, 9}, {1, 1, 6, 90, 2520}}};

inline constexpr std::uint64_t kDropoutStream = kFirstOwnStream;
inline constexpr std::uint64_t kDotProductStream = kFirstOwnStream + 1;
inline constexpr std::uint64_t kSaturationQueryStream = kFirstOwnStream + 2;
inline constexpr std::uint64_t kSaturationKeyStream = kFirstOwnStream + 3;
inline constexpr std::uint64_t kLanguageModelStream = kFirstOwnStream + 4;
/// Sequence b of a batch that is sampled from a corpus uses the stream kCorpusStream + b.
inline constexpr std::uint64_t kCorpusStream = 2 * kFirstOwnStream;

/// Returns the four 32-bit words of Philox4x32-10 for the key `seed` and the counter
/// (block, stream). Splits these three arguments into 32-bit words, the low half first.
/// Source: Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"
std::array<std::uint32_t, 4> random_words(std::uint64_t seed, std::uint64_t stream,
                                          std::uint64_t block);

/// Returns uniform number `index` of a stream: an odd multiple of 2⁻⁵³ in (0, 1). Therefore neither
/// 0 nor 1 occurs, 1 − u is as likely as u, and the mean is 1/2.
double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// Returns the quantile at u in (0, 1) of the distribution with mean 0 and variance 1. For every u
/// that `uniform` returns, the error is at most 8 units in the last place for the normal and 3 for
/// the Laplace distribution.
/// @throws OutOfRange naming `u`
/// Source: Wichura 1988, algorithm AS 241 (PPND16)
double quantile(Distribution distribution, double u);

/// Returns the draws 2·block and 2·block + 1 of a stream (see `draw`) with one Philox call.
std::array<double, 2> draw_pair(Distribution distribution, std::uint64_t seed, std::uint64_t stream,
                                std::uint64_t block);

/// Writes the draws first, first + 1, … of a stream. Draw i is the quantile at uniform number i of
/// the distribution, which has mean 0 and variance 1.
void draw(Distribution distribution, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
          std::span<double> out);

/// Returns 1 if dropout keeps entry `index`, else 0. It keeps the entry if uniform number `index`
/// of the seed is ≥ rate, which has probability 1 − rate. A rate of 0 keeps all entries, 1 keeps
/// none. An entry dropped at one rate is dropped at every higher rate.
inline std::uint8_t keeps(std::uint64_t seed, std::uint64_t index, double rate) {
  return uniform(seed, kDropoutStream, index) >= rate ? 1 : 0;
}

}  // namespace attention::detail
