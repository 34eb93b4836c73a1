// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "attention/detail/tensor.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Token sequences for one or more steps, with their targets.
struct LanguageModelData {
  Index steps = 0;
  Index batch = 0;                    ///< number of sequences in each step
  Index length = 0;                   ///< number of tokens in each sequence
  std::vector<std::int32_t> tokens;   ///< shape (steps, batch, length)
  std::vector<std::int32_t> targets;  ///< same shape; may be empty for a forward pass
  std::vector<std::uint8_t> counts;   ///< same shape: 1 if the loss includes the position, else 0

  std::size_t step_size() const noexcept { return static_cast<std::size_t>(batch * length); }
};

/// The number of tokens of the longest sequence that the options allow.
Index longest_sequence(const LanguageModelOptions& options) noexcept;

/// Checks tokens and converts them to 32-bit integers. Numbers of every type represent every valid
/// token exactly.
/// @param tokens  of shape (n), (B, n) or, if `has_steps`, (S, B, n), n ≥ 1
/// @throws ShapeMismatch; EmptyInput and OutOfRange naming `tokens`; OutOfMemory
LanguageModelData language_model_tokens(const LanguageModelOptions& options,
                                        const TensorView<float>& tokens, bool has_steps);
LanguageModelData language_model_tokens(const LanguageModelOptions& options,
                                        const TensorView<double>& tokens, bool has_steps);
LanguageModelData language_model_tokens(const LanguageModelOptions& options,
                                        const TensorView<Index>& tokens, bool has_steps);

/// Checks and converts tokens, and targets and counts of the same shape.
/// @param counts  1 if the loss includes the position, else 0; each step has at least one 1
/// @throws as `language_model_tokens` does, and ShapeMismatch and OutOfRange naming `targets` or
///     `counts`
LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const TensorView<float>& tokens,
                                      const TensorView<float>& targets,
                                      const TensorView<float>& counts, bool has_steps);
LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const TensorView<double>& tokens,
                                      const TensorView<double>& targets,
                                      const TensorView<double>& counts, bool has_steps);
LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const TensorView<Index>& tokens,
                                      const TensorView<Index>& targets,
                                      const TensorView<Index>& counts, bool has_steps);

/// Samples batches from a corpus (see attention::CorpusSampling). Each batch depends only on the
/// corpus, the sampling and the step.
template <class Entry>
class CorpusBatches {
 public:
  /// @param corpus  must outlive the object
  /// @throws ShapeMismatch and OutOfRange naming `corpus`; OutOfRange naming `sequences` or
  /// `length`;
  ///     OutOfMemory
  CorpusBatches(const LanguageModelOptions& options, const TensorView<Entry>& corpus,
                const CorpusSampling& sampling);

  /// Returns the batch of a step. It is valid until the next call.
  const LanguageModelData& batch_of(std::uint64_t step) noexcept;

 private:
  const Entry* corpus_;
  std::uint64_t seed_;
  LanguageModelData data_;
  double starts_;  // the number of windows
};

}  // namespace attention::detail
