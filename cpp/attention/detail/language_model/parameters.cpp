// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/parameters.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/score_bias.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// The upper bound of all counts, 2²⁴: float represents every whole number up to it exactly, so that
// tokens can be passed as floats.
constexpr double kMost = 1 << 24;

void require_divisor(const char* option, Index x, Index of) {
  if (of % x == 0) return;
  refuse_range(option, ErrorCode::kDivisor, {of}, x);
}

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
  require("kv_heads", options.kv_heads, 0);
  require_from("norm_epsilon", options.norm_epsilon, 0);
  require_from("rotary_base", options.rotary_base, 1);
  require_divisor("heads", options.heads, options.width);
  if (options.kv_heads > 0) require_divisor("kv_heads", options.kv_heads, options.heads);
  // Keys that use W_q have as many heads as queries.
  if (options.is_tied && options.kv_heads > 0 && options.kv_heads != options.heads)
    refuse_range("kv_heads", ErrorCode::kValue, {options.heads}, options.kv_heads);
  if (options.position_encoding == PositionEncoding::kRotary) {
    require_that(options.width % 2 == 0, "width", ErrorCode::kEven, options.width);
    require_divisor("heads", options.heads, options.width / 2);
  }
}

// Returns an upper bound of the bytes of all parameters in double, or `kTooManyBytes` (memory.hpp)
// on overflow. The bound includes matrices that may be absent, such as W_k and U.
std::uint64_t parameter_bytes(const LanguageModelOptions& x) {
  const auto d = static_cast<std::uint64_t>(x.width);
  const bool has_P = x.position_encoding == PositionEncoding::kLearned;
  const auto rows = static_cast<std::uint64_t>(2 * x.vocabulary + (has_P ? x.positions : 0) + 2);
  const std::uint64_t layer =
      multiply_bytes(d, 4 * d + 2 * static_cast<std::uint64_t>(x.hidden) + 4);
  return multiply_bytes(sizeof(double),
                        add_bytes(multiply_bytes(d, rows), multiply_bytes(layer, x.layers)));
}

}  // namespace

LanguageModelLayout::LanguageModelLayout(const LanguageModelOptions& options) : options_(options) {
  check(options);
  require_memory(add_bytes(parameter_bytes(options), multiply_bytes(1024, options.layers)));
  const Index d = options.width;
  E_ = add("E", options.vocabulary, d);
  if (has_P()) P_ = add("P", options.positions, d);
  for (Index l = 0; l < options.layers; ++l) {
    const auto of_layer = [l](const char* name) {
      return std::string(name).append("_").append(std::to_string(l));
    };
    LanguageModelLayer layer;
    layer.att = add_norm(of_layer("att"));
    layer.W_q = add(of_layer("W_q"), d, d);
    layer.W_k = options.is_tied ? layer.W_q : add(of_layer("W_k"), d, kv_width());
    layer.W_v = add(of_layer("W_v"), d, kv_width());
    layer.W_o = add(of_layer("W_o"), d, d);
    if (options.hidden > 0) {
      layer.mlp = add_norm(of_layer("mlp"));
      layer.W_in = add(of_layer("W_in"), d, options.hidden);
      layer.W_out = add(of_layer("W_out"), options.hidden, d);
    }
    layers_.push_back(layer);
  }
  end_ = add_norm("end");
  if (!options.has_tied_output) U_ = add("U", d, options.vocabulary);
}

Index LanguageModelLayout::add(std::string name, Index rows, Index cols, bool is_vector) {
  const Index first = size_;
  parameters_.push_back({std::move(name), rows, cols, first, is_vector});
  size_ += rows * cols;
  return first;
}

LanguageModelNorm LanguageModelLayout::add_norm(const std::string& place) {
  LanguageModelNorm norm;
  if (options_.norm != Normalization::kNone) norm.gain = add("g_" + place, 1, options_.width, true);
  if (options_.norm == Normalization::kLayer)
    norm.bias = add("b_" + place, 1, options_.width, true);
  return norm;
}

double LanguageModelLayout::factor() const noexcept {
  return options_.is_scaled ? 1 / std::sqrt(static_cast<double>(head_width())) : 1;
}

double LanguageModelLayout::slope(Index head) const noexcept {
  if (options_.position_encoding != PositionEncoding::kAlibi) return 0;
  return alibi_slope(head, options_.heads);
}

template <class T>
Tensor<T> drawn_parameters(const LanguageModelLayout& layout, std::uint64_t seed) {
  const LanguageModelOptions& options = layout.options();
  Tensor<T> parameters({1, layout.size()});
  std::array<double, 2> pair = {};
  for (const LanguageModelParameter& x : layout.parameters()) {
    if (x.is_vector) {
      std::fill_n(parameters.data() + x.first, x.size(), x.name.starts_with('g') ? T(1) : T(0));
      continue;
    }
    const bool is_table = x.name == "E" || x.name == "P";
    const bool is_added = x.name.starts_with("W_o");
    const auto rows = static_cast<double>(is_table ? options.width : x.rows);
    const double share = is_added ? 2 * static_cast<double>(options.layers) : 1;
    const double deviation = std::sqrt(1 / (rows * share));
    for (Index i = x.first; i < x.first + x.size(); ++i) {
      const auto place = static_cast<std::uint64_t>(i);
      if (place % 2 == 0 || i == x.first)
        pair = draw_pair(Distribution::kNormal, seed, kLanguageModelStream, place / 2);
      parameters.data()[i] = static_cast<T>(deviation * pair[place % 2]);
    }
  }
  return parameters;
}

ATTENTION_INSTANTIATE(drawn_parameters);

}  // namespace attention::detail
