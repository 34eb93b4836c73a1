// SPDX-License-Identifier: MIT
// The file of a trained model, in the format of safetensors (docs/engine.md describes it).
#pragma once

#include <string>

#include "tokenizer.hpp"
#include "training.hpp"

namespace tales {

/// Rounds the entries of each matrix to integers from −127 to 127 times a scale factor of the row.
/// Does not change vectors.
/// @return a state with the changed parameters, for LanguageModel::restore
attention::LanguageModelState<float> quantized(const attention::LanguageModel<float>& model);

/// Returns the bytes of the model file.
/// @param model          its parameters are quantized
/// @param held_out_loss  of the quantized model
std::string model_file(const attention::LanguageModel<float>& model, const Settings& settings,
                       const Tokenizer& tokenizer, double held_out_loss);

}  // namespace tales
