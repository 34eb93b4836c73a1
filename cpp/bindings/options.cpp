// SPDX-License-Identifier: MIT
#include "bindings/options.hpp"

#include <array>

#include "attention/detail/refuse.hpp"

namespace attention::bindings {
namespace {

using enum Need;

template <class Choice, class Names>
void choose(OptionVisitor& visit, const char* name, const Names& names, Choice& field,
            Need need = kOptional) {
  field = static_cast<Choice>(visit.choice(name, names, static_cast<std::size_t>(field), need));
}

constexpr std::array<std::string_view, 2> kExponentSignNames = {"minus", "plus"};

}  // namespace

void OptionVisitor::count(const char* name, Index& field, Need need) {
  auto value = static_cast<double>(field);
  number(name, value, need);
  field = index_of(name, value);
}

void OptionVisitor::seed(const char* name, std::uint64_t& field, Need need) {
  auto value = static_cast<double>(field);
  number(name, value, need);
  field = whole(name, value);
}

double Choices::number() {
  if (rest_.empty()) refuse(ErrorKind::kInternal, "call", ErrorCode::kChoices, {}, {});
  const double first = rest_.front();
  rest_ = rest_.subspan(1);
  return first;
}

void Choices::number(const char* /*name*/, double& field, Need /*need*/) { field = number(); }

void Choices::flag(const char* /*name*/, bool& field) { field = number() != 0; }

std::size_t Choices::choice(const char* name, std::span<const std::string_view> names,
                            std::size_t /*place*/, Need /*need*/) {
  const double place = number();
  if (place >= 0 && place < static_cast<double>(names.size()))
    return static_cast<std::size_t>(place);
  refuse(ErrorKind::kUnknownOption, name, ErrorCode::kNumberBelow, {names.size()}, place);
}

void OptionTable::number(const char* name, double& field, Need need) {
  option(name, number_text(field), need);
  write({"]"});
}

void OptionTable::flag(const char* name, bool& field) {
  option(name, field ? "true" : "false", kOptional);
  write({"]"});
}

std::size_t OptionTable::choice(const char* name, std::span<const std::string_view> names,
                                std::size_t place, Need need) {
  option(name, std::string("\"").append(names[place]).append("\""), need);
  write({",["});
  for (const std::string_view each : names) item({"\"", each, "\""});
  write({"]]"});
  return place;
}

void OptionTable::option(const char* name, std::string_view value, Need need) {
  item({"[\"", name, "\",", need == kRequired ? "null" : value});
}

void OptionTable::item(std::initializer_list<std::string_view> parts) {
  if (json_.back() != '{' && json_.back() != '[') write({","});
  write(parts);
}

void OptionTable::write(std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) json_ += part;
}

OptionTable& option_table() {
  static OptionTable table;
  return table;
}

void each_option(OptionVisitor& visit, RandomOptions& x) {
  visit.seed("seed", x.seed, kRequired);
  visit.seed("stream", x.stream);
  choose(visit, "distribution", kDistributionNames, x.distribution);
  visit.number("mean", x.mean);
  visit.number("variance", x.variance);
}

void each_option(OptionVisitor& visit, KernelChoices& x) {
  choose(visit, "kernel", kKernelNames, x.options.kernel);
  visit.number("sigma", x.options.sigma);
  choose(visit, "sign", kExponentSignNames, x.variant.has_plus_sign);
}

void each_option(OptionVisitor& visit, Scale& x) {
  choose(visit, "divisor", kDivisorNames, x.divisor);
  visit.number("divisor_number", x.number);
  visit.count("embed_size", x.embed_size);
}

void each_option(OptionVisitor& visit, MaskOptions& x) {
  choose(visit, "mask_axes", kMaskAxesNames, x.axes);
  visit.flag("causal", x.causal);
  choose(visit, "alignment", kCausalAlignmentNames, x.alignment);
  choose(visit, "mask_method", kMaskMethodNames, x.method);
  visit.number("fill", x.fill);
  choose(visit, "empty_row", kEmptyRowNames, x.empty_row);
}

void each_option(OptionVisitor& visit, Dropout& x) {
  visit.number("dropout_rate", x.rate);
  visit.seed("dropout_seed", x.seed);
}

void each_option(OptionVisitor& visit, AttentionChoices& x) {
  choose(visit, "score", kScoreNames, x.score);
  each_option(visit, x.options.scale);
  visit.number("sigma", x.sigma);
  visit.flag("grouped", x.options.grouped);
  each_option(visit, x.options.mask);
  visit.flag("mask_before_scale", x.variant.masks_before_scale);
  each_option(visit, x.options.dropout);
}

void each_option(OptionVisitor& visit, StreamingChoices& x) {
  each_option(visit, x.options.scale);
  visit.flag("grouped", x.options.grouped);
  each_option(visit, x.options.mask);
  visit.count("tile_queries", x.tiles.queries);
  visit.count("tile_keys", x.tiles.keys);
}

void each_option(OptionVisitor& visit, lab::VariantOptions& x) {
  visit.count("num_heads", x.options.num_heads, kRequired);
  visit.count("num_kv_heads", x.options.num_kv_heads);
  choose(visit, "projection", kProjectionNames, x.options.projection);
  visit.flag("shape_from_queries", x.document.has_shape_of_queries);
  each_option(visit, x.options.scale);
  each_option(visit, x.options.mask);
  visit.flag("mask_before_scale", x.document.masks_before_scale);
  each_option(visit, x.options.dropout);
}

void each_option(OptionVisitor& visit, PositionalEncodingOptions& x) {
  visit.number("base", x.base);
  visit.count("first", x.first);
}

void each_option(OptionVisitor& visit, RotaryOptions& x) {
  visit.number("base", x.base);
  visit.count("first", x.first);
  choose(visit, "pairs", kRotaryPairsNames, x.pairs);
}

void each_option(OptionVisitor& visit, GeluApproximation& x) {
  choose(visit, "approximation", kGeluApproximationNames, x);
}

void each_option(OptionVisitor& visit, CausalAlignment& x) {
  choose(visit, "alignment", kCausalAlignmentNames, x);
}

void each_option(OptionVisitor& visit, OptimizerOptions& x) {
  choose(visit, "optimizer", kOptimizerNames, x.method, kRequired);
  visit.number("learning_rate", x.learning_rate, kRequired);
  visit.number("momentum", x.momentum);
  visit.number("beta1", x.beta1);
  visit.number("beta2", x.beta2);
  visit.number("epsilon", x.epsilon);
  visit.number("weight_decay", x.weight_decay);
  visit.number("clip", x.clip);
}

void each_option(OptionVisitor& visit, PointingChoices& x) {
  visit.flag("tied", x.is_tied);
  visit.flag("scaled", x.is_scaled);
}

void each_option(OptionVisitor& visit, LanguageModelOptions& x) {
  visit.count("vocabulary", x.vocabulary, kRequired);
  visit.count("width", x.width);
  visit.count("layers", x.layers);
  visit.count("heads", x.heads);
  visit.count("hidden", x.hidden);
  visit.count("positions", x.positions);
  visit.flag("causal", x.is_causal);
  visit.flag("tied", x.is_tied);
  visit.flag("scaled", x.is_scaled);
  visit.flag("tied_output", x.has_tied_output);
  visit.count("kv_heads", x.kv_heads);
  choose(visit, "norm", kNormalizationNames, x.norm);
  visit.number("norm_epsilon", x.norm_epsilon);
  choose(visit, "activation", kActivationNames, x.activation);
  choose(visit, "position_encoding", kPositionEncodingNames, x.position_encoding);
  visit.number("rotary_base", x.rotary_base);
}

void each_option(OptionVisitor& visit, lab::DotProductOptions& x) {
  visit.count("d", x.d, kRequired);
  choose(visit, "distribution", kDistributionNames, x.distribution);
  visit.number("q_mean", x.q_mean);
  visit.number("q_variance", x.q_variance);
  visit.number("k_mean", x.k_mean);
  visit.number("k_variance", x.k_variance);
  visit.number("correlation", x.correlation);
  visit.flag("same", x.same);
  visit.seed("seed", x.seed);
  visit.count("bins", x.bins);
}

void each_option(OptionVisitor& visit, lab::SaturationOptions& x) {
  visit.count("d", x.d, kRequired);
  visit.count("num_keys", x.num_keys, kRequired);
  choose(visit, "distribution", kDistributionNames, x.distribution);
  visit.number("mean", x.mean);
  visit.number("variance", x.variance);
  visit.seed("seed", x.seed);
}

}  // namespace attention::bindings
