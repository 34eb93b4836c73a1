// SPDX-License-Identifier: MIT
// Small language models of every kind, sequences for them, and the same computed by plain loops.
#pragma once

#include <string>
#include <vector>

#include "attention/detail/language_model/language_model.hpp"

namespace attention::detail {

struct LanguageModelProblem {
  std::string name;
  LanguageModelOptions options;
  Index batch = 2;
  Index length = 5;
};

/// Every option once at least, alone and with others.
std::vector<LanguageModelProblem> all_language_models();

/// Heads and sequences around the edges of a tile.
std::vector<LanguageModelProblem> language_models_at_tile_edges();

/// Tokens and targets that depend on the seed; every third position does not count.
LanguageModelData some_data(const LanguageModelOptions& options, Index steps, Index batch,
                            Index length, unsigned seed);
LanguageModelData some_data(const LanguageModelProblem& problem, unsigned seed);

/// Parameters about as large as the stream, so that no stage is nearly linear.
template <class T>
Matrix<T> some_parameters(const LanguageModelLayout& layout, unsigned seed);

/// A model with these parameters and no step made.
template <class T>
LanguageModel<T> model_with(const LanguageModelOptions& options, const Matrix<T>& parameters,
                            const OptimizerOptions& optimizer = {});

/// The stages in double, by loops over sequences, heads and positions.
LanguageModelStages<double> reference_stages(const LanguageModelLayout& layout,
                                             const Matrix<double>& parameters,
                                             const LanguageModelData& data);

}  // namespace attention::detail
