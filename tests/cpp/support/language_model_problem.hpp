// SPDX-License-Identifier: MIT
// Small language models of every configuration, sequences for them, and a reference implementation
// with plain loops.
#pragma once

#include <string>
#include <vector>

#include "support/language_model.hpp"

namespace attention::test {

struct LanguageModelProblem {
  std::string name;
  LanguageModelOptions options;
  Index batch = 2;
  Index length = 5;
};

/// Models that cover every option: most change one option of a plain model, one changes many.
std::vector<LanguageModelProblem> all_language_models();

/// Models whose head widths and sequence lengths are around the edges of a SIMD tile.
std::vector<LanguageModelProblem> language_models_at_tile_edges();

/// Pseudo-random tokens and targets. Every third position has count 0, so it does not contribute to
/// the loss.
LanguageModelData some_data(const LanguageModelOptions& options, Index steps, Index batch,
                            Index length, unsigned seed);
LanguageModelData some_data(const LanguageModelProblem& problem, unsigned seed);

/// Random parameters, large enough that every step is clearly nonlinear.
template <class T>
Matrix<T> some_parameters(const LanguageModelLayout& layout, unsigned seed);

template <class T>
LanguageModel<T> model_with(const LanguageModelOptions& options, const Matrix<T>& parameters,
                            const OptimizerOptions& optimizer = {});

/// The intermediate results of the model in double, computed by loops over sequences, heads and
/// positions.
LanguageModelStages<double> reference_stages(const LanguageModelLayout& layout,
                                             const Matrix<double>& parameters,
                                             const LanguageModelData& data);

}  // namespace attention::test
