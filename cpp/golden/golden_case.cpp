// SPDX-License-Identifier: MIT
#include "golden/golden_case.hpp"

#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "attention/detail/memory.hpp"

namespace attention::golden {
namespace {

using nlohmann::json;

constexpr auto kSchema = "attention-golden/1";

// The strings for NaN and ±∞ in the format of tests/golden/SCHEMA.md, because JSON has no literals
// for them.
const std::map<std::string, double>& words_for_numbers() {
  static const std::map<std::string, double> words = {
      {"NaN", std::numeric_limits<double>::quiet_NaN()},
      {"Infinity", std::numeric_limits<double>::infinity()},
      {"-Infinity", -std::numeric_limits<double>::infinity()}};
  return words;
}

bool is_word(const json& x) {
  return x.is_string() && words_for_numbers().count(x.get<std::string>()) == 0;
}

double number(const json& x) {
  if (is_word(x)) throw BadFile("a word that is no number: " + x.get<std::string>());
  return x.is_string() ? words_for_numbers().at(x.get<std::string>()) : x.get<double>();
}

// Reads a tensor from an object with shape and data, a list of numbers, or a number.
Tensor<double> tensor(const json& x) {
  const json data = x.is_object() ? x.at("data") : x.is_array() ? x : json::array({x});
  Shape shape;
  if (x.is_object())
    shape = x.at("shape").get<Shape>();
  else if (x.is_array())
    shape = {static_cast<Index>(data.size())};
  if (bytes_of<double>(shape) != data.size() * sizeof(double))
    throw BadFile(std::to_string(data.size()) + " entries for the shape " + shape_text(shape));
  Tensor<double> result(shape);
  double* entry = result.rows.data();
  for (const json& value : data) *entry++ = number(value);
  return result;
}

Tensors tensors(const json& list) {
  Tensors result;
  for (const auto& [name, x] : list.items())
    if (!x.is_null()) result[name] = tensor(x);
  return result;
}

Expectation expectation(const json& outputs, const json& tolerance) {
  Expectation result{tensors(outputs), {}, {tolerance.at("abs"), tolerance.at("rel")}};
  for (const auto& [name, x] : outputs.items())
    if (x.is_null()) result.absent.insert(name);
  return result;
}

Case read_case(const json& x) {
  Case golden;
  golden.id = x.at("id").get<std::string>();
  golden.function = x.at("fn").get<std::string>();
  golden.inputs = tensors(x.at("inputs"));
  for (const auto& [name, parameter] : x.at("params").items()) {
    if (is_word(parameter))
      golden.words[name] = parameter.get<std::string>();
    else if (!parameter.is_null())
      golden.numbers[name] = tensor(parameter);
  }
  golden.in_double = expectation(x.at("expected"), x.at("tol").at("f64"));
  golden.in_float = expectation(x.at("expected_f32"), x.at("tol").at("f32"));
  // `b_k` after training is not compared: its exact gradient is 0, and Adam turns the rounding
  // errors of the computed gradient into steps as large as the learning rate.
  if (golden.function == "train_mha") golden.in_float.outputs.erase("final_b_k");
  return golden;
}

}  // namespace

std::vector<Case> read_cases(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw BadFile(file.string() + ": cannot be read");
  try {
    const json document = json::parse(stream);
    const auto schema = document.at("schema").get<std::string>();
    if (schema != kSchema) throw BadFile("schema " + schema + ", not " + kSchema);
    std::vector<Case> cases;
    for (const json& x : document.at("cases")) cases.push_back(read_case(x));
    return cases;
  } catch (const std::exception& error) {
    throw BadFile(file.string() + ": " + error.what());
  }
}

}  // namespace attention::golden
