// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "attention/language_model.hpp"

namespace attention::detail {

struct LanguageModelData {
  Index steps = 0;
  Index batch = 0;                    ///< number of sequences in each step
  Index length = 0;                   ///< number of tokens in each sequence
  std::vector<std::int32_t> tokens;   ///< shape (steps, batch, length)
  std::vector<std::int32_t> targets;  ///< same shape; may be empty for a forward pass
  std::vector<std::uint8_t> counts;   ///< same shape: 1 if the loss includes the position, else 0

  std::size_t step_size() const noexcept { return static_cast<std::size_t>(batch * length); }
};

Index longest_sequence(const LanguageModelOptions& options) noexcept;

/// Checks batches and converts them to 32-bit and 8-bit integers. Targets and counts may both be
/// empty; data without them is enough for a forward pass.
/// @param batches  tokens of shape (n), (B, n) or, if `has_steps`, (S, B, n), n ≥ 1; each step has
///     at least one count of 1
/// @throws ShapeMismatch and OutOfRange naming `tokens`, `targets` or `counts`; EmptyInput naming
///     `tokens`; OutOfMemory
LanguageModelData language_model_data(const LanguageModelOptions& options,
                                      const LanguageModelBatches& batches, bool has_steps);

/// Samples batches from a corpus (see attention::CorpusSampling). Each batch depends only on the
/// corpus, the sampling and the step.
class CorpusBatches {
 public:
  /// @param corpus  must outlive the object
  /// @throws ShapeMismatch and OutOfRange naming `corpus`; OutOfRange naming `sequences` or
  ///     `length`; OutOfMemory
  CorpusBatches(const LanguageModelOptions& options, const TensorView<Index>& corpus,
                const CorpusSampling& sampling);

  /// Returns the batch of a step. It is valid until the next call.
  const LanguageModelData& batch_of(std::uint64_t step) noexcept;

 private:
  const Index* corpus_;
  std::uint64_t seed_;
  LanguageModelData data_;
  double starts_;  // the number of positions at which a window can start
};

}  // namespace attention::detail
