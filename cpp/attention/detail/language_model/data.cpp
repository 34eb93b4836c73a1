// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/data.hpp"

#include <algorithm>
#include <string>

#include "attention/detail/memory.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {
namespace {

void refuse_entry(const char* argument, Index below, const std::string& got) {
  throw Error(ErrorKind::kOutOfRange, argument,
              std::string("whole numbers from 0 to ").append(std::to_string(below - 1)), got);
}

// Appends the entries of x to `to` in row-major order. Throws unless each entry is a whole number
// from 0 to below − 1.
template <class Entry, class Whole>
void read_whole(const char* argument, const TensorView<Entry>& x, Index below,
                std::vector<Whole>& to) {
  to.reserve(static_cast<std::size_t>(x.rows.size()));
  for (Index r = 0; r < x.rows.rows(); ++r)
    for (Index c = 0; c < x.rows.cols(); ++c) {
      const Entry entry = x.rows(r, c);
      // False for NaN too, because comparisons with NaN are false.
      const bool is_within = entry >= 0 && entry < static_cast<Entry>(below);
      const auto whole = is_within ? static_cast<Whole>(entry) : Whole(0);
      if (!is_within || static_cast<Entry>(whole) != entry)
        refuse_entry(argument, below, whole_text(entry));
      to.push_back(whole);
    }
}

template <class Entry>
void check_like(const char* argument, const TensorView<Entry>& x, const Shape& tokens) {
  if (x.shape != tokens)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(tokens), shape_text(x.shape));
}

template <class Entry>
LanguageModelData tokens_of(const LanguageModelOptions& options, const TensorView<Entry>& tokens,
                            bool has_steps) {
  const std::size_t rank = tokens.shape.size();
  if (rank < 1 || rank > (has_steps ? 3U : 2U))
    throw Error(ErrorKind::kShapeMismatch, "tokens", has_steps ? "1, 2 or 3 axes" : "1 or 2 axes",
                std::to_string(rank));
  if (size_of(tokens.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "tokens", "at least 1 token", shape_text(tokens.shape));
  LanguageModelData data;
  data.length = tokens.shape[rank - 1];
  data.batch = rank > 1 ? tokens.shape[rank - 2] : 1;
  data.steps = rank > 2 ? tokens.shape[0] : 1;
  if (options.positions > 0 && data.length > options.positions)
    throw Error(
        ErrorKind::kShapeMismatch, "tokens",
        std::string("at most ").append(std::to_string(options.positions)).append(" in a sequence"),
        std::to_string(data.length));
  require_memory(multiply_bytes(2 * sizeof(std::int32_t) + 1, size_of(tokens.shape)));
  read_whole("tokens", tokens, options.vocabulary, data.tokens);
  return data;
}

template <class Entry>
LanguageModelData data_of(const LanguageModelOptions& options, const TensorView<Entry>& tokens,
                          const TensorView<Entry>& targets, const TensorView<Entry>& counts,
                          bool has_steps) {
  LanguageModelData data = tokens_of(options, tokens, has_steps);
  check_like("targets", targets, tokens.shape);
  check_like("counts", counts, tokens.shape);
  read_whole("targets", targets, options.vocabulary, data.targets);
  read_whole("counts", counts, 2, data.counts);
  for (auto first = data.counts.begin(); first != data.counts.end();
       first += static_cast<std::ptrdiff_t>(data.step_size()))
    if (std::count(first, first + static_cast<std::ptrdiff_t>(data.step_size()), 1) == 0)
      throw Error(ErrorKind::kOutOfRange, "counts", "at least one 1 in each step", "none");
  return data;
}

}  // namespace

LanguageModelData language_model_tokens(const LanguageModelOptions& options,
                                        const TensorView<double>& tokens, bool has_steps) {
  return tokens_of(options, tokens, has_steps);
}

LanguageModelData language_model_tokens(const LanguageModelOptions& options,
                                        const TensorView<Index>& tokens, bool has_steps) {
  return tokens_of(options, tokens, has_steps);
}

LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const TensorView<double>& tokens,
                                      const TensorView<double>& targets,
                                      const TensorView<double>& counts, bool has_steps) {
  return data_of(options, tokens, targets, counts, has_steps);
}

LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const TensorView<Index>& tokens,
                                      const TensorView<Index>& targets,
                                      const TensorView<Index>& counts, bool has_steps) {
  return data_of(options, tokens, targets, counts, has_steps);
}

}  // namespace attention::detail
