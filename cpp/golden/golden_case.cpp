// SPDX-License-Identifier: MIT
#include "golden/golden_case.hpp"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

namespace attention::golden {
namespace {

using nlohmann::json;

constexpr auto kSchema = "attention-golden/1";

// JSON has no words for what is not finite: SCHEMA.md writes them as strings.
const std::map<std::string, double>& words_for_numbers() {
  static const std::map<std::string, double> words = {
      {"NaN", std::numeric_limits<double>::quiet_NaN()},
      {"Infinity", std::numeric_limits<double>::infinity()},
      {"-Infinity", -std::numeric_limits<double>::infinity()}};
  return words;
}

double number(const json& x) {
  return x.is_string() ? words_for_numbers().at(x.get<std::string>()) : x.get<double>();
}

Tensor tensor(const json& x) {
  if (!x.is_object()) return {{}, {number(x)}};
  Tensor result{x.at("shape").get<std::vector<Index>>(), {}};
  for (const json& entry : x.at("data")) result.data.push_back(number(entry));
  return result;
}

Tensors tensors(const json& list) {
  Tensors result;
  for (const auto& [name, x] : list.items())
    if (!x.is_null()) result[name] = tensor(x);  // null: PyTorch gives no gradient
  return result;
}

Tolerance tolerance(const json& x) {
  return {x.at("abs").get<double>(), x.at("rel").get<double>()};
}

Case read_case(const json& x) {
  Case golden;
  golden.id = x.at("id").get<std::string>();
  golden.function = x.at("fn").get<std::string>();
  golden.inputs = tensors(x.at("inputs"));
  for (const auto& [name, parameter] : x.at("params").items()) {
    const bool is_word =
        parameter.is_string() && words_for_numbers().count(parameter.get<std::string>()) == 0;
    if (is_word)
      golden.words[name] = parameter.get<std::string>();
    else
      golden.numbers[name] = tensor(parameter);
  }
  golden.in_double = {tensors(x.at("expected")), tolerance(x.at("tol").at("f64"))};
  golden.in_float = {tensors(x.at("expected_f32")), tolerance(x.at("tol").at("f32"))};
  return golden;
}

}  // namespace

std::vector<Case> read_cases(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw BadFile(file.string() + ": cannot be read");
  try {
    const json document = json::parse(stream);
    const auto schema = document.at("schema").get<std::string>();
    if (schema != kSchema) throw BadFile(file.string() + ": schema " + schema + ", not " + kSchema);
    std::vector<Case> cases;
    for (const json& x : document.at("cases")) cases.push_back(read_case(x));
    return cases;
  } catch (const json::exception& error) {
    throw BadFile(file.string() + ": " + error.what());
  } catch (const std::out_of_range& error) {
    throw BadFile(file.string() + ": a word that is no number: " + error.what());
  }
}

const Tensor& input(const Case& golden, const std::string& name) {
  const auto found = golden.inputs.find(name);
  if (found == golden.inputs.end()) throw BadFile("no input " + name);
  return found->second;
}

}  // namespace attention::golden
