// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/data.hpp"

#include <algorithm>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"

namespace attention::detail {
namespace {

// The limit of `sine_and_cosine`: the largest angle at a position equals the position.
constexpr Index kMostRotations = Index{1} << 20;

void check_token(const char* argument, Index entry, Index below) {
  if (entry < 0 || entry >= below)
    refuse_range(argument, ErrorCode::kWholesFrom, {0, below - 1}, entry);
}

// Checks that the entries of x are in [0, below) and appends them to `to` in row-major order.
template <class Whole>
void read(const char* argument, const TensorView<Index>& x, Index below, std::vector<Whole>& to) {
  to.reserve(static_cast<std::size_t>(x.size()));
  for (Index r = 0; r < x.rows(); ++r)
    for (const Index entry : x.row(r)) {
      check_token(argument, entry, below);
      to.push_back(static_cast<Whole>(entry));
    }
}

// Checks the shape of the tokens. Returns data with its sizes but without entries.
LanguageModelData data_for(const LanguageModelOptions& options, const Shape& tokens,
                           bool has_steps) {
  const std::size_t rank = tokens.size();
  if (rank < 1 || rank > (has_steps ? 3U : 2U))
    refuse_shape("tokens", ErrorCode::kAxesFrom, {1, has_steps ? 3 : 2}, rank);
  if (size_of(tokens) == 0) refuse_empty("tokens", ErrorCode::kEntry, {}, tokens);
  LanguageModelData data;
  data.length = tokens[rank - 1];
  data.batch = rank > 1 ? tokens[rank - 2] : 1;
  data.steps = rank > 2 ? tokens[0] : 1;
  if (const Index most = longest_sequence(options); data.length > most)
    refuse_shape("tokens", ErrorCode::kSequenceAtMost, {most}, data.length);
  require_memory(multiply_bytes(2 * sizeof(std::int32_t) + 1, size_of(tokens)));
  return data;
}

void check_counts(const LanguageModelData& data) {
  for (auto first = data.counts.begin(); first != data.counts.end();
       first += static_cast<std::ptrdiff_t>(data.step_size()))
    if (std::count(first, first + static_cast<std::ptrdiff_t>(data.step_size()), 1) == 0)
      refuse_range("counts", ErrorCode::kCounted, {}, {});
}

// Returns data with the shape of the sampled batches, in which every position counts.
LanguageModelData sampled_data(const LanguageModelOptions& options, const Shape& corpus,
                               const CorpusSampling& sampling) {
  if (corpus.size() != 1) refuse_shape("corpus", ErrorCode::kShape, {{Shape{-1}, "n"}}, corpus);
  const Index tokens = corpus[0];
  require_range("sequences", static_cast<double>(sampling.sequences), 1, 1 << 24);
  const Index most = std::min(longest_sequence(options), std::max<Index>(tokens - 1, 1));
  require_range("length", static_cast<double>(sampling.length), 1, static_cast<double>(most));
  if (tokens <= sampling.length) refuse_shape("corpus", ErrorCode::kEntriesAtLeast, {2}, tokens);
  const std::uint64_t size =
      multiply_bytes(static_cast<std::uint64_t>(sampling.sequences), sampling.length);
  require_memory(multiply_bytes(2 * sizeof(std::int32_t) + 1, size));
  LanguageModelData data{1, sampling.sequences, sampling.length, {}, {}, {}};
  data.tokens.resize(static_cast<std::size_t>(size));
  data.targets.resize(static_cast<std::size_t>(size));
  data.counts.assign(static_cast<std::size_t>(size), 1);
  return data;
}

}  // namespace

Index longest_sequence(const LanguageModelOptions& options) noexcept {
  if (options.positions > 0) return options.positions;
  return options.position_encoding == PositionEncoding::kRotary ? kMostRotations
                                                                : std::numeric_limits<Index>::max();
}

LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const LanguageModelBatches& batches, bool has_steps) {
  LanguageModelData data = data_for(options, batches.tokens.shape(), has_steps);
  read("tokens", batches.tokens, options.vocabulary, data.tokens);
  if (batches.targets.empty() && batches.counts.empty()) return data;
  check_same_shape("targets", batches.targets.shape(), batches.tokens.shape());
  check_same_shape("counts", batches.counts.shape(), batches.tokens.shape());
  read("targets", batches.targets, options.vocabulary, data.targets);
  read("counts", batches.counts, 2, data.counts);
  check_counts(data);
  return data;
}

CorpusBatches::CorpusBatches(const LanguageModelOptions& options, const TensorView<Index>& corpus,
                             const CorpusSampling& sampling)
    : corpus_(corpus.data()),
      seed_(sampling.seed),
      data_(sampled_data(options, corpus.shape(), sampling)),
      starts_(static_cast<double>(corpus.size() - sampling.length)) {
  for (const Index token : corpus.row(0)) check_token("corpus", token, options.vocabulary);
}

const LanguageModelData& CorpusBatches::batch_of(std::uint64_t step) noexcept {
  for (Index b = 0; b < data_.batch; ++b) {
    const double u = uniform(seed_, kCorpusStream + static_cast<std::uint64_t>(b), step);
    const Index* const window = corpus_ + static_cast<Index>(u * starts_);
    const Index first = b * data_.length;
    for (Index i = 0; i < data_.length; ++i) {
      data_.tokens[static_cast<std::size_t>(first + i)] = static_cast<std::int32_t>(window[i]);
      data_.targets[static_cast<std::size_t>(first + i)] = static_cast<std::int32_t>(window[i + 1]);
    }
  }
  return data_;
}

}  // namespace attention::detail
