// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "attention/detail/tensor.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Sequences of tokens for some steps, and what is to be said of them.
struct LanguageModelData {
  Index steps = 0;
  Index batch = 0;                    ///< sequences a step
  Index length = 0;                   ///< tokens a sequence
  std::vector<std::int32_t> tokens;   ///< of each step (batch, length)
  std::vector<std::int32_t> targets;  ///< as many; none where only the forward pass is wanted
  std::vector<std::uint8_t> counts;   ///< likewise: 1 where a position counts, else 0

  std::size_t step_size() const noexcept { return static_cast<std::size_t>(batch * length); }
};

/// Checks tokens for a model, whatever numbers they come as.
/// @param tokens  (n), (B, n) or, if there may be `steps`, (S, B, n), n ≥ 1
/// @throws ShapeMismatch, EmptyInput and OutOfRange (tokens), OutOfMemory
template <class Number>
LanguageModelData language_model_tokens(const LanguageModelOptions& options,
                                        const TensorView<Number>& tokens, bool has_steps);

/// The same with targets and counts, shaped like the tokens.
/// @param counts  0 or 1, and a 1 in each step
/// @throws as above, and ShapeMismatch and OutOfRange (targets, counts)
template <class Number>
LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const TensorView<Number>& tokens,
                                      const TensorView<Number>& targets,
                                      const TensorView<Number>& counts, bool has_steps);

}  // namespace attention::detail
