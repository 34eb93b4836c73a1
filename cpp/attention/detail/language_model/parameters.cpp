// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/parameters.hpp"

#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/range.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// The upper bound of all counts, 2²⁴: float represents every whole number up to it exactly, so that
// tokens can be passed as floats.
constexpr double kMost = 1 << 24;

void check(const LanguageModelOptions& options) {
  const auto require = [](const char* option, Index x, double low) {
    require_range(option, static_cast<double>(x), low, kMost);
  };
  require("vocabulary", options.vocabulary, 1);
  require("width", options.width, 1);
  require("layers", options.layers, 0);
  require("heads", options.heads, 1);
  require("hidden", options.hidden, 0);
  require("positions", options.positions, 0);
  if (options.width % options.heads != 0)
    throw Error(ErrorKind::kOutOfRange, "heads",
                std::string("a divisor of ").append(std::to_string(options.width)),
                std::to_string(options.heads));
}

// Returns the bytes of all parameters in double, counting a W_k for every layer even if keys use
// W_q. Returns `kTooManyBytes` (memory.hpp) on overflow.
std::uint64_t parameter_bytes(const LanguageModelOptions& x) {
  const auto d = static_cast<std::uint64_t>(x.width);
  const auto rows = static_cast<std::uint64_t>(2 * x.vocabulary + x.positions);
  const std::uint64_t layer = multiply_bytes(d, 4 * d + 2 * static_cast<std::uint64_t>(x.hidden));
  return multiply_bytes(sizeof(double),
                        add_bytes(multiply_bytes(d, rows), multiply_bytes(layer, x.layers)));
}

}  // namespace

LanguageModelLayout::LanguageModelLayout(const LanguageModelOptions& options) : options_(options) {
  check(options);
  require_memory(add_bytes(parameter_bytes(options), multiply_bytes(1024, options.layers)));
  const Index d = options.width;
  E_ = add("E", options.vocabulary, d);
  if (options.positions > 0) P_ = add("P", options.positions, d);
  for (Index l = 0; l < options.layers; ++l) {
    const auto of_layer = [l](const char* name) {
      return std::string(name).append("_").append(std::to_string(l));
    };
    LanguageModelLayer layer;
    layer.W_q = add(of_layer("W_q"), d, d);
    layer.W_k = options.is_tied ? layer.W_q : add(of_layer("W_k"), d, d);
    layer.W_v = add(of_layer("W_v"), d, d);
    layer.W_o = add(of_layer("W_o"), d, d);
    if (options.hidden > 0) {
      layer.W_in = add(of_layer("W_in"), d, options.hidden);
      layer.W_out = add(of_layer("W_out"), options.hidden, d);
    }
    layers_.push_back(layer);
  }
  U_ = add("U", d, options.vocabulary);
}

Index LanguageModelLayout::add(std::string name, Index rows, Index cols) {
  const Index first = size_;
  parameters_.push_back({std::move(name), rows, cols, first});
  size_ += rows * cols;
  return first;
}

template <class T>
Matrix<T> drawn_parameters(const LanguageModelLayout& layout, std::uint64_t seed) {
  require_memory(multiply_bytes(sizeof(T), layout.size()));
  const LanguageModelOptions& options = layout.options();
  Matrix<T> parameters(1, layout.size());
  std::array<double, 2> pair = {};
  for (const LanguageModelParameter& x : layout.parameters()) {
    const bool is_table = x.name == "E" || x.name == "P";
    const bool is_added = x.name.starts_with("W_o");
    const auto rows = static_cast<double>(is_table ? options.width : x.rows);
    const double share = is_added ? 2 * static_cast<double>(options.layers) : 1;
    const double deviation = std::sqrt(1 / (rows * share));
    for (Index i = x.first; i < x.first + x.size(); ++i) {
      const auto place = static_cast<std::uint64_t>(i);
      if (place % 2 == 0 || i == x.first)
        pair = draw_pair(Distribution::kNormal, seed, kLanguageModelStream, place / 2);
      parameters(i) = static_cast<T>(deviation * pair[place % 2]);
    }
  }
  return parameters;
}

ATTENTION_INSTANTIATE(drawn_parameters);

}  // namespace attention::detail
