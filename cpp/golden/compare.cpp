// SPDX-License-Identifier: MIT
#include "golden/compare.hpp"

#include <cmath>
#include <limits>
#include <sstream>

namespace attention::golden {
namespace {

// Returns how far an entry's error exceeds its tolerance; ≤ 0 if it does not. Infinite if only one
// of the numbers is NaN or infinite, or if they are different infinities.
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

}  // namespace

std::optional<Miss> worst_miss(const Tensors& got, const Expectation& expected) {
  for (const std::string& name : expected.absent)
    if (got.count(name) != 0) return Miss{name + ": computed where PyTorch gives none"};

  std::optional<Miss> miss;
  for (const auto& [name, wanted] : expected.outputs) {
    const auto found = got.find(name);
    if (found == got.end()) return Miss{name + ": not computed"};
    const Tensor<double>& output = found->second;
    if (output.shape != wanted.shape)
      return Miss{name + ": got shape " + shape_text(output.shape) + ", expected " +
                  shape_text(wanted.shape)};
    for (Index i = 0; i < wanted.rows.size(); ++i) {
      const double x = output.rows.data()[i];
      const double y = wanted.rows.data()[i];
      const double by = excess(x, y, expected.tolerance);
      if (by <= (miss ? miss->excess : 0)) continue;
      miss = Miss{name + "[" + std::to_string(i) + "]: got " + text(x) + ", expected " + text(y) +
                      ", excess " + text(by),
                  by};
    }
  }
  return miss;
}

}  // namespace attention::golden
