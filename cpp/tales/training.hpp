// SPDX-License-Identifier: MIT
// Trains a language model on a corpus of tales, with checkpoints.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "attention/language_model.hpp"

namespace tales {

/// The settings that, together with the corpus, determine every bit of a trained model.
struct Settings {
  attention::LanguageModelOptions model;
  attention::OptimizerOptions optimizer;
  attention::Index workers = 1;    ///< parts of a batch; each has its own thread
  attention::Index sequences = 1;  ///< number of sequences in each part
  attention::Index steps = 0;      ///< number of steps of the whole training
  attention::Index warm_up = 0;    ///< steps in which the learning rate grows from 0
  attention::Index min_count = 1;  ///< characters that occur less often become the unknown token
  std::uint64_t seed = 0;

  attention::Index tokens_per_step() const { return workers * sequences * model.positions; }
};

/// @throws std::runtime_error naming a field
Settings parse_settings(const nlohmann::ordered_json& fields);
nlohmann::ordered_json json_of(const Settings& settings);

/// The learning rate of step `step`, counted from 0. It grows linearly for `warm_up` steps, then
/// falls linearly to 0.
double learning_rate(const Settings& settings, attention::Index step);

/// A model in training, and the threads that compute its gradients.
class Training {
 public:
  /// @param corpus  more tokens than a sequence has; must outlive the training
  /// @throws std::runtime_error naming train.txt; attention::Error naming a setting
  Training(const Settings& settings, const std::vector<attention::Index>& corpus);

  /// The loss of a step's batch, and the norm of its gradient before clipping.
  struct Step {
    double loss = 0;
    double gradient_norm = 0;
  };

  /// Makes one step. Its batch depends only on the settings, the corpus and `steps()`.
  Step step();

  attention::Index steps() const { return model_.steps(); }
  attention::LanguageModel<float>& model() { return model_; }

  /// Writes or reads the whole state. `save` replaces the file atomically. @throws
  /// std::runtime_error naming the file
  /// @{
  void save(const std::filesystem::path& file) const;
  void restore(const std::filesystem::path& file);
  /// @}

 private:
  attention::LanguageModelGradient<float> gradient_of(attention::LanguageModel<float>& model,
                                                      attention::Index worker) const;

  Settings settings_;
  const std::vector<attention::Index>& corpus_;
  attention::LanguageModel<float> model_;
  std::vector<attention::LanguageModel<float>> others_;  // the models of the other workers
};

/// The mean loss per token in nats, over all tokens after the first. Each window of `positions`
/// tokens begins without context.
double held_out_loss(attention::LanguageModel<float>& model, attention::Index positions,
                     const std::vector<attention::Index>& tokens);

/// The 32-bit FNV-1a hash, which detects corrupted files.
std::uint32_t checksum(std::string_view bytes);

/// Replaces the file atomically, so that a crash leaves the old file or the new one.
void write_file(const std::filesystem::path& file, std::string_view bytes);
/// @throws std::runtime_error naming the file
std::string read_file(const std::filesystem::path& file);

}  // namespace tales
