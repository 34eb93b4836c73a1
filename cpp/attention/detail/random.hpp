// SPDX-License-Identifier: MIT
// Random numbers that are a function of where they stand: entry i of a stream of a seed is the same
// bit for bit on every platform, in every slice and in any order. Made of integer steps and of
// operations that IEEE rounds exactly; no log, exp or cos of the platform takes part.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// E x⁰, E x², E x⁴, E x⁶ and E x⁸ of each standardised distribution; the odd moments are 0.
inline constexpr std::array<std::array<double, 5>, 4> kEvenMoments = {
    {{1, 1, 3, 15, 105}, {1, 1, 1, 1, 1}, {1, 1, 9.0 / 5, 27.0 / 7, 9}, {1, 1, 6, 90, 2520}}};

/// The streams of the library's own draws.
inline constexpr std::uint64_t kDropoutStream = kFirstOwnStream;
inline constexpr std::uint64_t kDotProductStream = kFirstOwnStream + 1;
inline constexpr std::uint64_t kSaturationQueryStream = kFirstOwnStream + 2;
inline constexpr std::uint64_t kSaturationKeyStream = kFirstOwnStream + 3;
inline constexpr std::uint64_t kLanguageModelStream = kFirstOwnStream + 4;

/// Philox4x32-10 with key (seed) and counter (block, stream), low halves first.
/// Source: Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"
std::array<std::uint32_t, 4> random_words(std::uint64_t seed, std::uint64_t stream,
                                          std::uint64_t block);

/// Uniform number `index` of a stream: an odd multiple of 2⁻⁵³ in (0, 1), so that neither 0 nor 1
/// occurs, 1 − u is as likely as u, and the mean is 1/2.
double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// The standardised x below which a share u of the distribution lies, for u in (0, 1). At the u
/// that `uniform` gives, the normal one is within 8 units in the last place, Laplace's within 3.
/// @throws OutOfRange (u)
/// Source: Wichura 1988, algorithm AS 241 (PPND16)
double quantile(Distribution distribution, double u);

/// Standardised draws 2·block and 2·block + 1 of a stream: one Philox call gives both.
std::array<double, 2> draw_pair(Distribution distribution, std::uint64_t seed, std::uint64_t stream,
                                std::uint64_t block);

/// Standardised draws first, first + 1 … of a stream; each is the quantile of the uniform number
/// with its index.
void draw(Distribution distribution, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
          std::span<double> out);

/// Matrix of mean + √variance · x; entry i, counted row by row, is draw i of its stream. Float
/// holds the doubles rounded.
/// @throws OutOfRange (rows, cols, stream, mean, variance), OutOfMemory
template <class T>
Matrix<T> draw_matrix(Index rows, Index cols, const RandomOptions& options = {});

/// The same draws, written to a matrix. @throws OutOfRange (stream, mean, variance)
template <class T>
void draw_into(MatrixSpan<T> to, const RandomOptions& options);

/// Whether dropout keeps entry `index`: 1 with probability 1 − rate, where `uniform` ≥ rate. A rate
/// of 0 keeps all, 1 none; what a rate drops, a higher one drops too.
inline std::uint8_t keeps(std::uint64_t seed, std::uint64_t index, double rate) {
  return uniform(seed, kDropoutStream, index) >= rate ? 1 : 0;
}

}  // namespace attention::detail
