// SPDX-License-Identifier: MIT
#include "training.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <future>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "attention/random.hpp"

namespace tales {

using attention::Index;
using attention::LanguageModel;
using attention::Tensor;
using attention::TensorView;
using Json = nlohmann::ordered_json;

namespace {

template <class Choice, std::size_t count>
Choice choice_of(const Json& fields, const char* field,
                 const std::array<std::string_view, count>& names) {
  const std::string name = fields.at(field);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::runtime_error(std::string(field) + ": unknown " + name);
  return static_cast<Choice>(found - names.begin());
}

template <class Choice, std::size_t count>
std::string_view name_of(Choice choice, const std::array<std::string_view, count>& names) {
  return names[static_cast<std::size_t>(choice)];
}

attention::OptimizerOptions without_state(attention::OptimizerOptions options) {
  options.method = attention::OptimizerMethod::kSgd;
  return options;
}

TensorView<float> all_parameters(const LanguageModel<float>& model) {
  Index size = 0;
  for (Index i = 0; i < model.size(); ++i) size += model.parameter(i).size();
  return {model.parameter(0).data(), {1, size}};
}

struct Batch {
  Batch(Index sequences, Index length)
      : tokens({sequences, length}), targets({sequences, length}), counts({sequences, length}) {
    std::fill(counts.begin(), counts.end(), 1);
  }

  void put(Index sequence, const Index* window) {
    std::copy_n(window, tokens.cols(), tokens.row(sequence).data());
    std::copy_n(window + 1, tokens.cols(), targets.row(sequence).data());
  }

  Tensor<Index> tokens;
  Tensor<Index> targets;
  Tensor<Index> counts;
};

}  // namespace

Settings parse_settings(const Json& x) {
  Settings s;
  s.model.vocabulary = x.at("vocabulary");
  s.model.width = x.at("width");
  s.model.layers = x.at("layers");
  s.model.heads = x.at("heads");
  s.model.hidden = x.at("hidden");
  s.model.positions = x.at("positions");
  s.model.has_tied_output = true;
  s.model.norm = choice_of<attention::Normalization>(x, "norm", attention::kNormalizationNames);
  s.model.activation =
      choice_of<attention::Activation>(x, "activation", attention::kActivationNames);
  s.model.position_encoding = choice_of<attention::PositionEncoding>(
      x, "position_encoding", attention::kPositionEncodingNames);
  s.optimizer.method = attention::OptimizerMethod::kAdam;
  s.optimizer.learning_rate = x.at("learning_rate");
  s.optimizer.beta2 = x.at("beta2");
  s.optimizer.weight_decay = x.at("weight_decay");
  s.optimizer.clip = x.at("clip");
  s.workers = x.at("workers");
  s.sequences = x.at("sequences_per_worker");
  s.steps = x.at("steps");
  s.warm_up = x.at("warm_up");
  s.min_count = x.at("min_count");
  s.seed = x.at("seed");
  if (s.workers < 1) throw std::runtime_error("workers: not a number >= 1");
  return s;
}

Json json_of(const Settings& s) {
  return {
      {"vocabulary", s.model.vocabulary},
      {"width", s.model.width},
      {"layers", s.model.layers},
      {"heads", s.model.heads},
      {"hidden", s.model.hidden},
      {"positions", s.model.positions},
      {"norm", name_of(s.model.norm, attention::kNormalizationNames)},
      {"activation", name_of(s.model.activation, attention::kActivationNames)},
      {"position_encoding", name_of(s.model.position_encoding, attention::kPositionEncodingNames)},
      {"learning_rate", s.optimizer.learning_rate},
      {"beta2", s.optimizer.beta2},
      {"weight_decay", s.optimizer.weight_decay},
      {"clip", s.optimizer.clip},
      {"workers", s.workers},
      {"sequences_per_worker", s.sequences},
      {"steps", s.steps},
      {"warm_up", s.warm_up},
      {"min_count", s.min_count},
      {"seed", s.seed},
  };
}

double learning_rate(const Settings& settings, Index step) {
  const double begun = static_cast<double>(step + 1) / static_cast<double>(settings.warm_up);
  const double left = static_cast<double>(settings.steps - step) /
                      static_cast<double>(std::max<Index>(settings.steps - settings.warm_up, 1));
  return settings.optimizer.learning_rate * std::clamp(std::min(begun, left), 0.0, 1.0);
}

Training::Training(const Settings& settings, const std::vector<Index>& corpus)
    : settings_(settings),
      corpus_(corpus),
      model_(settings.model, settings.optimizer, settings.seed) {
  if (static_cast<Index>(corpus.size()) <= settings.model.positions)
    throw std::runtime_error("train.txt: expected more than " +
                             std::to_string(settings.model.positions) + " tokens, got " +
                             std::to_string(corpus.size()));
  for (Index i = 1; i < settings.workers; ++i)
    others_.emplace_back(settings.model, without_state(settings.optimizer));
}

attention::LanguageModelGradient<float> Training::gradient_of(LanguageModel<float>& model,
                                                              Index worker) const {
  Batch batch(settings_.sequences, settings_.model.positions);
  const auto places =
      static_cast<double>(corpus_.size()) - static_cast<double>(settings_.model.positions);
  // Uniform numbers of variance 1 are between −√3 and √3.
  Tensor<double> starts({settings_.workers, settings_.sequences});
  attention::draw_into(starts, {.seed = settings_.seed,
                                .stream = static_cast<std::uint64_t>(model_.steps()),
                                .distribution = attention::Distribution::kUniform});
  for (Index b = 0; b < settings_.sequences; ++b) {
    const double place = (starts(worker, b) / (2 * std::sqrt(3.0)) + 0.5) * places;
    batch.put(b, corpus_.data() + std::clamp(static_cast<Index>(place), Index{0},
                                             static_cast<Index>(places) - 1));
  }
  return model.gradient({batch.tokens, batch.targets, batch.counts});
}

Training::Step Training::step() {
  std::vector<std::future<attention::LanguageModelGradient<float>>> others;
  for (std::size_t i = 0; i < others_.size(); ++i)
    others.push_back(std::async(std::launch::async, [this, i] {
      others_[i].restore({0, Tensor<float>(all_parameters(model_)), {}, {}});
      return gradient_of(others_[i], static_cast<Index>(i) + 1);
    }));
  auto [first_loss, gradient] = gradient_of(model_, 0);
  auto loss = static_cast<double>(first_loss);
  // Adds in the order of the workers, not in the order in which they finish, so that every run
  // gives the same bits.
  for (auto& other : others) {
    const attention::LanguageModelGradient<float> part = other.get();
    loss += static_cast<double>(part.loss);
    std::transform(gradient.begin(), gradient.end(), part.gradient.begin(), gradient.begin(),
                   std::plus<>());
  }
  const auto share = 1 / static_cast<float>(settings_.workers);
  for (float& x : gradient) x *= share;
  const double rate = learning_rate(settings_, steps());
  return {loss / static_cast<double>(settings_.workers), model_.step(gradient, rate)};
}

void Training::save(const std::filesystem::path& file) const {
  const attention::LanguageModelState<float> state = model_.state();
  std::string numbers;
  for (const Tensor<float>* list : {&state.parameters, &state.first, &state.second})
    numbers.append(reinterpret_cast<const char*>(list->data()),
                   static_cast<std::size_t>(list->size()) * sizeof(float));
  const Json header = {{"settings", json_of(settings_)},
                       {"tokens", corpus_.size()},
                       {"steps", state.steps},
                       {"checksum", checksum(numbers)}};
  write_file(file, header.dump() + "\n" + numbers);
}

void Training::restore(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& reason) {
    return std::runtime_error(file.string() + ": " + reason);
  };
  const std::string bytes = read_file(file);
  const std::size_t end = bytes.find('\n');
  Json header;
  try {
    header = Json::parse(bytes.substr(0, end));
    if (header.at("settings") != json_of(settings_)) throw refuse("of other settings");
    if (header.at("tokens") != corpus_.size()) throw refuse("of another corpus");
  } catch (const Json::exception&) {
    throw refuse("damaged");
  }
  const std::string_view numbers = std::string_view(bytes).substr(end + 1);
  const Index size = all_parameters(model_).size();
  const std::size_t list_bytes = static_cast<std::size_t>(size) * sizeof(float);
  if (numbers.size() != 3 * list_bytes ||
      header.value("checksum", std::uint32_t{0}) != checksum(numbers))
    throw refuse("damaged");
  attention::LanguageModelState<float> state{header.value("steps", std::int64_t{0}), {}, {}, {}};
  const char* from = numbers.data();
  for (Tensor<float>* list : {&state.parameters, &state.first, &state.second}) {
    *list = Tensor<float>({1, size});
    std::memcpy(list->data(), from, list_bytes);
    from += list_bytes;
  }
  model_.restore(state);
}

std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t hash = 0x811c9dc5U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193U;
  return hash;
}

double held_out_loss(LanguageModel<float>& model, Index positions,
                     const std::vector<Index>& tokens) {
  double sum = 0;
  const Index last = static_cast<Index>(tokens.size()) - 1;
  for (Index first = 0; first < last;) {
    const Index length = std::min(positions, last - first);
    const Index sequences = std::clamp<Index>((last - first) / length, 1, 8);
    Batch batch(sequences, length);
    for (Index b = 0; b < sequences; ++b) batch.put(b, tokens.data() + first + b * length);
    const auto stages = model.stages({batch.tokens, batch.targets, batch.counts});
    for (const float loss : stages.loss_rows) sum += static_cast<double>(loss);
    first += sequences * length;
  }
  return sum / static_cast<double>(last);
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  const std::filesystem::path next = file.string() + ".new";
  std::ofstream stream(next, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream) throw std::runtime_error(next.string() + ": cannot be written");
  std::filesystem::rename(next, file);
}

std::string read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  if (!stream) throw std::runtime_error(file.string() + ": cannot be read");
  return bytes;
}

}  // namespace tales
