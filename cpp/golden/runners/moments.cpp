// SPDX-License-Identifier: MIT
#include "lab/moments.hpp"

#include "golden/runners.hpp"
#include "golden/runners/values.hpp"

namespace attention::golden {

using namespace lab;
namespace {

template <class T>
Tensors zscore(const Case& golden) {
  const auto ddof = static_cast<Index>(number(golden, "ddof", 0));
  const auto result = standardise<T>(matrix<T>(golden, "x"), ddof);
  return {{"mean", scalar(static_cast<double>(result.mean))},
          {"std", scalar(static_cast<double>(result.deviation))},
          {"z", output(input(golden, "x").shape, result.z)},
          {"skew_x", scalar(static_cast<double>(result.skewness_x))},
          {"skew_z", scalar(static_cast<double>(result.skewness_z))}};
}

template <class T>
Tensors dot_moments(const Case& golden) {
  const auto result = dot_product_moments<T>(matrix<T>(golden, "Q"), matrix<T>(golden, "K"));
  const auto& [plain, by_sqrt_d, by_d] = result.scaled;
  return {{"dots", output(without_last(input(golden, "Q").shape), result.dots)},
          {"mean", scalar(plain.mean)},
          {"var_pop", scalar(plain.variance)},
          {"var_pop_scaled", scalar(by_sqrt_d.variance)},
          {"var_pop_div_dk", scalar(by_d.variance)}};
}

}  // namespace

RunnerTable moments_runners() {
  return {{"zscore", {zscore<double>, zscore<float>}},
          {"dot_moments", {dot_moments<double>, dot_moments<float>}}};
}

}  // namespace attention::golden
