// SPDX-License-Identifier: MIT
#include "golden/compare.hpp"

#include <cmath>
#include <limits>
#include <sstream>

namespace attention::golden {
namespace {

// How far an entry lies outside its tolerance; 0 or less inside. NaN or infinity on one side only
// lies infinitely far.
double excess(double got, double expected, Tolerance tolerance) {
  if (got == expected || (std::isnan(got) && std::isnan(expected))) return 0;
  if (!std::isfinite(got) || !std::isfinite(expected))
    return std::numeric_limits<double>::infinity();
  return std::abs(got - expected) - (tolerance.abs + tolerance.rel * std::abs(expected));
}

std::string text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-Infinity" : "Infinity";
  std::ostringstream out;
  out.precision(17);
  out << x;
  return out.str();
}

std::string text(const std::vector<Index>& shape) {
  std::string sides;
  for (const Index n : shape) sides += (sides.empty() ? "" : ", ") + std::to_string(n);
  return "(" + sides + ")";
}

}  // namespace

std::optional<std::string> worst_miss(const Tensors& got, const Expectation& expected) {
  for (const auto& [name, x] : got)
    if (expected.outputs.count(name) == 0) return name + ": not expected";

  std::optional<std::string> miss;
  double worst = 0;
  for (const auto& [name, wanted] : expected.outputs) {
    const auto found = got.find(name);
    if (found == got.end()) return name + ": not computed";
    const Tensor& output = found->second;
    if (output.shape != wanted.shape || output.data.size() != wanted.data.size())
      return name + ": got shape " + text(output.shape) + ", expected " + text(wanted.shape);
    for (std::size_t i = 0; i < wanted.data.size(); ++i) {
      const double by = excess(output.data[i], wanted.data[i], expected.tolerance);
      if (by <= worst) continue;
      worst = by;
      miss = name + "[" + std::to_string(i) + "]: got " + text(output.data[i]) + ", expected " +
             text(wanted.data[i]) + ", excess " + text(by);
    }
  }
  return miss;
}

}  // namespace attention::golden
