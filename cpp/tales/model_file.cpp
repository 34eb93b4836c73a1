// SPDX-License-Identifier: MIT
#include "model_file.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

namespace tales {
namespace {

using attention::Index;
using attention::LanguageModel;
using attention::TensorView;
using Json = nlohmann::ordered_json;

constexpr float kLargest = 127;

float scale_of(std::span<const float> row) {
  float largest = 0;
  for (const float x : row) largest = std::max(largest, std::abs(x));
  return largest / kLargest;
}

float rounded(float x, float scale) { return scale == 0 ? 0 : std::round(x / scale); }

template <class T>
void append(std::string& bytes, T x) {
  static_assert(std::endian::native == std::endian::little);
  char text[sizeof(T)];
  std::memcpy(text, &x, sizeof(T));
  bytes.append(text, sizeof(T));
}

struct Entry {
  std::string name;
  const char* type;
  attention::Shape shape;
  std::string bytes;
};

}  // namespace

attention::LanguageModelState<float> quantized(const LanguageModel<float>& model) {
  attention::LanguageModelState<float> state = model.state();
  float* to = state.parameters.data();
  for (Index i = 0; i < model.size(); ++i) {
    const TensorView<float> x = model.parameter(i);
    for (Index r = 0; r < x.rows(); ++r) {
      const float scale = scale_of(x.row(r));
      for (const float entry : x.row(r))
        *to++ = x.shape().size() == 1 ? entry : rounded(entry, scale) * scale;
    }
  }
  return state;
}

std::string model_file(const LanguageModel<float>& model, const Settings& settings,
                       const Tokenizer& tokenizer, double held_out_loss) {
  std::vector<Entry> numbers;  // floats, stored first, so that they are aligned to 4 bytes
  std::vector<Entry> matrices;
  for (Index i = 0; i < model.size(); ++i) {
    const TensorView<float> x = model.parameter(i);
    const std::string name = model.name(i);
    if (x.shape().size() == 1) {
      Entry& vector = numbers.emplace_back(Entry{name, "F32", x.shape(), {}});
      for (const float entry : x.row(0)) append(vector.bytes, entry);
      continue;
    }
    Entry& scales = numbers.emplace_back(Entry{name + ".scale", "F32", {x.rows()}, {}});
    Entry& matrix = matrices.emplace_back(Entry{name, "I8", x.shape(), {}});
    for (Index r = 0; r < x.rows(); ++r) {
      const float scale = scale_of(x.row(r));
      append(scales.bytes, scale);
      for (const float entry : x.row(r))
        append(matrix.bytes, static_cast<signed char>(rounded(entry, scale)));
    }
  }
  numbers.insert(numbers.end(), matrices.begin(), matrices.end());
  std::string data;
  Json tensors = Json::object();
  for (const Entry& x : numbers) {
    Json shape = Json::array();
    for (const Index length : x.shape) shape.push_back(length);
    tensors[x.name] = {{"dtype", x.type},
                       {"shape", shape},
                       {"data_offsets", {data.size(), data.size() + x.bytes.size()}}};
    data += x.bytes;
  }
  Json header = {{"__metadata__",
                  {{"format", "attention-lab tales 1"},
                   {"script", "npm run train:tales"},
                   {"license", "MIT"},
                   {"settings", json_of(settings).dump()},
                   {"held_out_loss", Json(held_out_loss).dump()},
                   {"checksum", std::to_string(checksum(data))},
                   {"tokenizer", tokenizer.json()}}}};
  header.update(tensors);
  std::string text = header.dump();
  text.append((8 - text.size() % 8) % 8, ' ');
  std::string bytes;
  append(bytes, std::uint64_t{text.size()});
  return bytes + text + data;
}

}  // namespace tales
