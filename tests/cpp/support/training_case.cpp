// SPDX-License-Identifier: MIT
#include "support/training_case.hpp"

#include "support/samples.hpp"

namespace attention::test {
namespace {

template <class T>
Matrix<T> matrix(Index rows, Index cols, unsigned seed) {
  return random_tensor<T>({rows, cols}, seed).rows;
}

template <class T>
TrainingCase<T> additive_case(bool has_bias) {
  AttentionOptions<T> options;
  options.visibility.valid_lens = ValidLens{{2}, {4, 2}};
  options.masking = {MaskMethod::kFill, T(-1e6), {}};
  const auto task = [options] {
    return additive_task<T>(random_tensor<T>({2, 3, 2}, 20), random_tensor<T>({2, 4, 3}, 21),
                            random_tensor<T>({2, 4, 2}, 22), random_tensor<T>({2, 3, 2}, 23),
                            options);
  };
  return {has_bias ? "additive, bias" : "additive",
          task,
          {matrix<T>(4, 2, 24), matrix<T>(4, 3, 25), matrix<T>(1, 4, 26),
           has_bias ? matrix<T>(1, 4, 27) : Matrix<T>()}};
}

template <class T>
TrainingCase<T> multi_head_case() {
  MultiHeadOptions<T> options;
  options.num_heads = 2;
  options.visibility.causal = true;
  const auto task = [options] {
    return multi_head_task<T>(random_tensor<T>({2, 3, 4}, 30), random_tensor<T>({2, 4, 3}, 31),
                              random_tensor<T>({2, 4, 2}, 32), random_tensor<T>({2, 3, 5}, 33),
                              options);
  };
  return {"multi-head",
          task,
          {matrix<T>(4, 4, 34), matrix<T>(1, 4, 35), matrix<T>(4, 3, 36), matrix<T>(1, 4, 37),
           matrix<T>(6, 2, 38), Matrix<T>(), matrix<T>(5, 6, 39), matrix<T>(1, 5, 40)}};
}

}  // namespace

template <class T>
std::vector<TrainingCase<T>> all_training_cases() {
  const auto kernel = [] {
    const Matrix<T> inputs = matrix<T>(7, 2, 1) * T(3);
    return kernel_task<T>(inputs, matrix<T>(7, 2, 2));
  };
  AttentionOptions<T> causal;
  causal.visibility.causal = true;
  const auto sdpa = [causal] {
    return sdpa_task<T>(random_tensor<T>({2, 4, 3}, 10), random_tensor<T>({2, 4, 2}, 11), causal);
  };
  return {{"kernel", kernel, {row<T>({1.25})}},
          {"sdpa", sdpa, {matrix<T>(3, 2, 12), matrix<T>(3, 2, 13), matrix<T>(3, 2, 14)}},
          additive_case<T>(false),
          additive_case<T>(true),
          multi_head_case<T>()};
}

template std::vector<TrainingCase<float>> all_training_cases();
template std::vector<TrainingCase<double>> all_training_cases();

}  // namespace attention::test
