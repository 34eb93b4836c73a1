// SPDX-License-Identifier: MIT
// train-tales <settings.json> <corpus> <run> [<steps>]
// train-tales <tokenizer.json>
//
// With one argument, prints the tokens of the text on standard input.
//
// Otherwise trains a language model on <corpus>/train.txt, or resumes from <run>/checkpoint. Stops
// after step <steps>, by default after the last. Measures the loss on <corpus>/held.txt. Writes to
// the folder <run>: tokenizer.json; checkpoint; log.jsonl, in which each line has the mean loss
// since the previous line; and, after the last step, model.safetensors.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "model_file.hpp"
#include "tokenizer.hpp"
#include "training.hpp"

namespace {

namespace fs = std::filesystem;
using attention::Index;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

constexpr Index kLogSteps = 50;
constexpr Index kCheckpointSteps = 500;
constexpr Index kHeldOutSteps = 2500;

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

tales::Tokenizer tokenizer_for(const fs::path& file, const std::string& text,
                               const tales::Settings& settings) {
  if (fs::exists(file)) return tales::Tokenizer::parse(tales::read_file(file));
  const auto size = static_cast<std::size_t>(settings.model.vocabulary);
  auto tokenizer =
      tales::Tokenizer::learn(text, size, static_cast<std::size_t>(settings.min_count));
  if (tokenizer.size() != size)
    throw std::runtime_error("vocabulary: expected " + std::to_string(size) +
                             " tokens, train.txt gives " + std::to_string(tokenizer.size()));
  tales::write_file(file, tokenizer.json());
  return tokenizer;
}

// Opens the log for appending. First removes incomplete lines, and the lines of steps after the
// checkpoint, which training repeats.
std::ofstream log_after(const fs::path& file, Index steps) {
  std::string kept;
  if (fs::exists(file)) {
    std::istringstream lines(tales::read_file(file));
    for (std::string line; std::getline(lines, line);)
      if (const Json entry = Json::parse(line, nullptr, false);
          !entry.is_discarded() && entry.at("step").get<Index>() <= steps)
        kept += line + "\n";
  }
  tales::write_file(file, kept);
  return std::ofstream(file, std::ios::app);
}

void train(const fs::path& settings_file, const fs::path& corpus, const fs::path& run,
           Index most_steps) {
  const auto settings = tales::parse_settings(Json::parse(tales::read_file(settings_file)));
  fs::create_directories(run);
  const std::string text = tales::read_file(corpus / "train.txt");
  const tales::Tokenizer tokenizer = tokenizer_for(run / "tokenizer.json", text, settings);
  const std::vector<Index> tokens = tokenizer.encode(text);
  const std::string held_text = tales::read_file(corpus / "held.txt");
  const std::vector<Index> held = tokenizer.encode(held_text);
  // In UTF-8, exactly one byte of each character does not begin with the bits 10.
  const auto characters = std::count_if(held_text.begin(), held_text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
  });
  std::printf("%zu tokens, %zu held out\n", tokens.size(), held.size());
  if (held.size() < 2) throw std::runtime_error("held.txt: expected at least 2 tokens");

  tales::Training training(settings, tokens);
  const fs::path checkpoint = run / "checkpoint";
  if (fs::exists(checkpoint)) training.restore(checkpoint);
  std::ofstream log = log_after(run / "log.jsonl", training.steps());
  const Index first = training.steps();
  const Index last = std::min(settings.steps, most_steps);
  const auto begun = Clock::now();
  attention::LanguageModel<float>& model = training.model();
  const auto loss_of_held = [&] {
    return tales::held_out_loss(model, settings.model.positions, held);
  };
  double loss = 0;
  double norm = 0;
  Index summed = 0;
  while (training.steps() < last) {
    const auto step = training.step();
    loss += step.loss;
    norm += step.gradient_norm;
    ++summed;
    const Index done = training.steps();
    const auto is_time = [&](Index every) { return done % every == 0 || done == last; };
    if (is_time(kCheckpointSteps)) training.save(checkpoint);
    if (!is_time(kLogSteps)) continue;
    const double per_step = seconds_since(begun) / static_cast<double>(done - first);
    const double per_second = static_cast<double>(settings.tokens_per_step()) / per_step;
    const double minutes_left = per_step * static_cast<double>(last - done) / 60;
    const double mean = loss / static_cast<double>(summed);
    Json line = {{"step", done},
                 {"tokens", done * settings.tokens_per_step()},
                 {"loss", mean},
                 {"gradient_norm", norm / static_cast<double>(summed)},
                 {"tokens_per_second", per_second}};
    std::printf("step %td of %td: loss %.3f, %.0f tokens/s, %.0f minutes left", done, last, mean,
                per_second, minutes_left);
    if (is_time(kHeldOutSteps)) {
      const double nats = loss_of_held();
      const double bits = nats * static_cast<double>(held.size() - 1) /
                          (std::log(2.0) * static_cast<double>(characters));
      line["held_out_loss"] = nats;
      line["held_out_bits_per_character"] = bits;
      std::printf(", held out %.3f nats a token, %.3f bits a character", nats, bits);
    }
    std::printf("\n");
    std::fflush(stdout);
    log << line.dump() << std::endl;
    loss = norm = 0;
    summed = 0;
  }
  if (training.steps() < settings.steps) return;

  const double exact = loss_of_held();
  model.restore(tales::quantized(model));
  const double held_out_loss = loss_of_held();
  const std::string file = tales::model_file(model, settings, tokenizer, held_out_loss);
  tales::write_file(run / "model.safetensors", file);
  std::printf("held-out loss %.4f, quantized %+.4f, %zu bytes\n", held_out_loss,
              held_out_loss - exact, file.size());
}

void print_tokens(const fs::path& tokenizer) {
  const std::string text((std::istreambuf_iterator<char>(std::cin)), {});
  const Json ids = tales::Tokenizer::parse(tales::read_file(tokenizer)).encode(text);
  std::printf("%s\n", ids.dump().c_str());
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count == 2)
      print_tokens(arguments[1]);
    else if (count == 4 || count == 5)
      train(arguments[1], arguments[2], arguments[3],
            count == 5 ? std::stol(arguments[4]) : std::numeric_limits<Index>::max());
    else
      throw std::runtime_error(
          "usage: train-tales <settings.json> <corpus> <run> [<steps>] or <tokenizer.json>");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "train-tales: %s\n", error.what());
    return 1;
  }
}
