// SPDX-License-Identifier: MIT
/// @file
/// The choices that functions offer, and their names in other programming languages and file
/// formats.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "attention/index.hpp"

namespace attention {

/// The number by which dot products are divided.
enum class Divisor {
  kNone,       ///< 1
  kSqrtDk,     ///< √d_k: keeps the variance of q·k at 1 for components of variance 1
  kDk,         ///< d_k
  kSqrtEmbed,  ///< √`Scale::embed_size`
  kNumber,     ///< `Scale::number`
};

/// The names of the divisors, in the order of `Divisor`.
inline constexpr std::array<std::string_view, 5> kDivisorNames = {"none", "sqrt_dk", "dk",
                                                                  "sqrt_embed", "number"};

/// The function that compares a query with a key.
enum class Score {
  kDot,       ///< q·k, divided by a `Divisor`
  kAdditive,  ///< w_v · tanh(W_q q + W_k k + bias); not divided
  kGaussian,  ///< −‖q − k‖²/(2σ²); not divided
};

/// The names of the scores, in the order of `Score`.
inline constexpr std::array<std::string_view, 3> kScoreNames = {"dot", "additive", "gaussian"};

/// How the axes of a mask are matched with those of the scores (…, m, n).
enum class MaskAxes {
  /// A mask with up to two axes, (), (n) or (m, n), applies to all batch items. Otherwise it has
  /// one axis for each axis of the scores, and each axis has the scores' length or length 1. A mask
  /// with more than two axes but fewer than the scores is an error, because kTrailing would match
  /// the first axis of a mask (N, m, n) with the heads of scores (N, h, m, n). Leading axes of
  /// length 1 are ignored.
  kExplicit,
  /// As NumPy and PyTorch broadcast: axes are matched from the last one, their lengths must be
  /// equal or 1, and missing axes have length 1.
  kTrailing,
};

/// The names of these choices, in the order of `MaskAxes`.
inline constexpr std::array<std::string_view, 2> kMaskAxesNames = {"explicit", "trailing"};

/// Which keys a causal mask hides if m, the number of queries, differs from n, that of keys.
enum class CausalAlignment {
  kTopLeft,      ///< query i sees keys 0 … i
  kBottomRight,  ///< query i sees keys 0 … i + n − m: the last query sees all keys, as in decoding
};

/// The names of the alignments, in the order of `CausalAlignment`.
inline constexpr std::array<std::string_view, 2> kCausalAlignmentNames = {"top_left",
                                                                          "bottom_right"};

/// How hidden scores are treated.
enum class MaskMethod {
  kExclude,  ///< the weight is exactly 0; `EmptyRow` sets the weights if all keys of a row are
             ///< hidden
  kFill,     ///< the score is replaced by `MaskOptions::fill`
  kAdd,  ///< the score becomes score + hidden·`fill`, where hidden is 1 for hidden keys, else 0. A
         ///< fill of −∞ makes visible keys NaN too, because 0·∞ is NaN
};

/// The names of the methods, in the order of `MaskMethod`.
inline constexpr std::array<std::string_view, 3> kMaskMethodNames = {"exclude", "fill", "add"};

/// The weights of a row in which every key is excluded.
enum class EmptyRow {
  kUniform,  ///< 1/n for every key, as with MaskMethod::kFill and a finite fill
  kNaN,      ///< NaN, as with MaskMethod::kFill and a fill of −∞
  kZeros,    ///< 0 for every key: the output is 0
};

/// The names of the choices, in the order of `EmptyRow`.
inline constexpr std::array<std::string_view, 3> kEmptyRowNames = {"uniform", "nan", "zeros"};

/// How the inputs are projected to the queries, keys and values of the heads.
enum class Projection {
  kFull,    ///< y = x Wᵀ + b over the whole width, then split: each head has its own matrices
  kShared,  ///< split, then y = x_head Wᵀ + b with the same small W for every head
  kNone,    ///< only split, without matrices
};

/// The names of the projections, in the order of `Projection`.
inline constexpr std::array<std::string_view, 3> kProjectionNames = {"full", "shared", "none"};

/// The kernel K of a kernel regression. u = ‖q − k‖ / σ.
enum class Kernel {
  kGaussian,      ///< score = −u²/2, K = exp(score)
  kBoxcar,        ///< K = 1 for u ≤ 1, else 0
  kTriangular,    ///< K = 1 − u for u < 1, else 0
  kEpanechnikov,  ///< K = 1 − u² for u < 1, else 0 (its factor ¾ cancels)
  kDotProduct,    ///< score = q · k, K = exp(score); does not depend on σ
};

/// The names of the kernels, in the order of `Kernel`.
inline constexpr std::array<std::string_view, 5> kKernelNames = {"gaussian", "boxcar", "triangular",
                                                                 "epanechnikov", "dot"};

/// Whether a kernel is 0 outside a window, so that all weights of a query may be 0.
/// @param kernel  one of the enumerators
/// @return true for boxcar, triangular and Epanechnikov
/// Time O(1).
///
///     attention::is_compact(attention::Kernel::kGaussian);  // false
constexpr bool is_compact(Kernel kernel) noexcept {
  return kernel == Kernel::kBoxcar || kernel == Kernel::kTriangular ||
         kernel == Kernel::kEpanechnikov;
}

namespace abi {
/// Deviations of the lessons' source documents from the library's formulas. Only the lessons use
/// them.
struct DocumentVariant {
  /// Whether the Gaussian's exponent is +u²/2, which favours far keys: line 21 of document 001.
  bool has_plus_sign = false;
  /// Whether scores are masked before they are divided, as in document 002. Has no effect under
  /// MaskMethod::kExclude.
  bool masks_before_scale = false;
  /// Whether multi-head attention reshapes keys and values to the queries' batch and length, as in
  /// line 64 of document 004. Keys of another length then throw, or are mixed up if the number of
  /// entries is the same (erratum E-44 of web/src/ledger).
  bool has_shape_of_queries = false;
};
}  // namespace abi

/// Distributions of random numbers. All are symmetric with mean 0 and variance 1.
enum class Distribution {
  kNormal,   ///< N(0, 1); all draws are within ±8.21
  kSigns,    ///< −1 or 1
  kUniform,  ///< between −√3 and √3
  kLaplace,  ///< density e^{−√2|x|}/√2; all draws are within ±25.5
};

/// The names of the distributions, in the order of `Distribution`.
inline constexpr std::array<std::string_view, 4> kDistributionNames = {"normal", "signs", "uniform",
                                                                       "laplace"};

/// The number of the first random stream that the library itself uses. Callers may use all lower
/// numbers.
inline constexpr std::uint64_t kFirstOwnStream = std::uint64_t{1} << 32U;

/// How random numbers are drawn.
struct RandomOptions {
  std::uint64_t seed = 0;    ///< the same seed gives the same numbers
  std::uint64_t stream = 0;  ///< below `kFirstOwnStream`; streams of one seed are independent
  Distribution distribution = Distribution::kNormal;  ///< before scaling and shifting
  double mean = 0;                                    ///< finite
  double variance = 1;  ///< finite and ≥ 0; 0 makes every entry the mean
};

/// The options of a sinusoidal positional encoding.
struct PositionalEncodingOptions {
  double base = 10000;  ///< finite and ≥ 1; the waves have periods from 2π to 2π · base
  Index first = 0;      ///< the first position, ≥ 0; first + positions ≤ 2²⁰
};

/// The components of a row that a rotary encoding rotates together, for i = 0 … width/2 − 1.
enum class RotaryPairs {
  kAdjacent,  ///< components 2i and 2i + 1
  kHalves,    ///< components i and i + width/2
};

/// The names of the pairs, in the order of `RotaryPairs`.
inline constexpr std::array<std::string_view, 2> kRotaryPairsNames = {"adjacent", "halves"};

/// The options of a rotary encoding.
struct RotaryOptions {
  double base = 10000;  ///< as in `PositionalEncodingOptions`
  Index first = 0;      ///< the position of the first row, ≥ 0; first + rows ≤ 2²⁰
  RotaryPairs pairs = RotaryPairs::kAdjacent;  ///< the components that rotate together
};

/// How GELU, x Φ(x), is computed. Φ is the normal distribution function.
enum class GeluApproximation {
  kNone,  ///< Φ(x) = erfc(−x/√2) / 2
  kTanh,  ///< Φ(x) ≈ (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2; GELU is off by at most 5e-4
};

/// The names of the approximations, in the order of `GeluApproximation`.
inline constexpr std::array<std::string_view, 2> kGeluApproximationNames = {"none", "tanh"};

/// How a parameter p is updated with its gradient g at step t = 1, 2 …
enum class OptimizerMethod {
  kSgd,   ///< b ← μ b + g, p ← p − η b, with b = g at the first step
  kAdam,  ///< a ← β₁ a + (1 − β₁) g, s ← β₂ s + (1 − β₂) g²,
          ///< p ← p − η/(1 − β₁ᵗ) · a / (√s/√(1 − β₂ᵗ) + ε)
};

/// The names of the methods, in the order of `OptimizerMethod`.
inline constexpr std::array<std::string_view, 2> kOptimizerNames = {"sgd", "adam"};

/// The options of an optimizer. The defaults are those of torch.optim.Adam. All fields are checked,
/// including those that the method does not use.
struct OptimizerOptions {
  OptimizerMethod method = OptimizerMethod::kSgd;  ///< the update rule
  /// η, finite and > 0, also when rounded to the parameters' precision
  double learning_rate = 1e-3;
  double momentum = 0;    ///< μ in [0, 1); only kSgd uses it
  double beta1 = 0.9;     ///< β₁ in [0, 1); only kAdam uses it
  double beta2 = 0.999;   ///< β₂ in [0, 1); only kAdam uses it
  double epsilon = 1e-8;  ///< ε, with the range of `learning_rate`; only kAdam uses it
  /// λ, finite and ≥ 0: before the update, p ← p − η λ p. Gains and biases do not decay. kAdam with
  /// weight decay is AdamW (Loshchilov and Hutter 2019)
  double weight_decay = 0;
  /// c, finite and ≥ 0: gradients are multiplied by min(1, c/(‖g‖ + 10⁻⁶)), where ‖g‖ is the norm
  /// of all gradients together; 0 never clips
  double clip = 0;
};

/// How a language model normalises a vector x of d components before it enters a part of a layer.
enum class Normalization {
  kNone,   ///< x
  kLayer,  ///< (x − mean)/√(variance + ε) · gain + bias
  kRms,    ///< x/√(mean of x² + ε) · gain
};

/// The names of the norms, in the order of `Normalization`.
inline constexpr std::array<std::string_view, 3> kNormalizationNames = {"none", "layer", "rms"};

/// The function between the two matrices of a feed-forward layer.
enum class Activation {
  kRelu,      ///< max(x, 0)
  kGelu,      ///< x Φ(x)
  kGeluTanh,  ///< x (1 + tanh(√(2/π)(x + 0.044715 x³)))/2
};

/// The names of the activations, in the order of `Activation`.
inline constexpr std::array<std::string_view, 3> kActivationNames = {"relu", "gelu", "gelu_tanh"};

/// How a language model encodes positions.
enum class PositionEncoding {
  kNone,     ///< no encoding
  kLearned,  ///< adds row t of the table P to the vector of token t
  kRotary,  ///< rotates components i and i + w/2 of each query and key by t · base^(−2i/w), w = d/h
  kAlibi,  ///< adds −2^(−8(a + 1)/h) · |t − j| to the scaled score of query t, key j, head a
};

/// The names of the encodings, in the order of `PositionEncoding`.
inline constexpr std::array<std::string_view, 4> kPositionEncodingNames = {"none", "learned",
                                                                           "rotary", "alibi"};

/// The architecture of a language model. Each count is at most 2²⁴.
struct LanguageModelOptions {
  Index vocabulary = 0;  ///< V ≥ 1: tokens are whole numbers from 0 to V − 1
  Index width = 32;      ///< d ≥ 1, the number of components of each token's vector
  Index layers = 2;      ///< L ≥ 0, the number of layers
  Index heads = 2;       ///< h ≥ 1, the number of heads, a divisor of the width
  Index hidden = 0;  ///< f ≥ 0, the number of components of the feed-forward layer; 0 omits it
  /// The length of the longest sequence; 0 sets no limit. With `kLearned`, it is the number of rows
  /// of the table P, and 0 omits P.
  Index positions = 0;
  bool is_causal = true;         ///< whether a position attends only to itself and to earlier ones
  bool is_tied = false;          ///< whether keys use W_q, so that there is no W_k
  bool is_scaled = true;         ///< whether scores are divided by √(d/h)
  bool has_tied_output = false;  ///< whether Eᵀ replaces U: see LanguageModel
  /// The number of key heads, a divisor of h; 0 means h. Key head a serves the query heads
  /// a·h/kv_heads … (a + 1)·h/kv_heads − 1. With `is_tied`, it must be h or 0.
  Index kv_heads = 0;
  Normalization norm =
      Normalization::kNone;    ///< before attention, before the feed-forward layer and at the end
  double norm_epsilon = 1e-5;  ///< ε of the norm, finite and ≥ 0
  Activation activation = Activation::kRelu;                        ///< of the feed-forward layer
  PositionEncoding position_encoding = PositionEncoding::kLearned;  ///< rotary needs an even d/h
  double rotary_base = 10000;  ///< finite and ≥ 1; only kRotary uses it
};

/// How batches are sampled from a corpus, a list of tokens. Sequence b of step s is a window of
/// `length` tokens. Its start is uniformly distributed and depends only on the seed, s and b. The
/// target of each position is the next token, and every position has count 1.
struct CorpusSampling {
  Index sequences = 16;    ///< B, from 1 to 2²⁴
  Index length = 64;       ///< n ≥ 1, less than the number of tokens in the corpus
  std::uint64_t seed = 0;  ///< the same seed gives the same batches
};

}  // namespace attention
