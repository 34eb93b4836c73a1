// SPDX-License-Identifier: MIT
// This file is long because it is one list with calls of every part of the library.
#include "support/calls.hpp"
#include "support/softmax.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "attention/activation.hpp"
#include "attention/alibi.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/eigen.hpp"
#include "attention/error.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/normalization.hpp"
#include "attention/rotary.hpp"
#include "lab/dot_product_moments.hpp"
#include "lab/eigenvalue.hpp"
#include "lab/mistakes.hpp"
#include "lab/saturation.hpp"
#include "lab/symmetry.hpp"
#include "support/language_model.hpp"
#include "support/matrices.hpp"
#include "support/training.hpp"

namespace attention::test {
namespace {

using attention::Bytes;

// kKeys and kWidth are larger than a block of a matrix product (256 columns, at most 128 terms).
// kQueries and kValueWidth are not multiples of a SIMD tile, so the calls also run the code for
// remainders.
constexpr Index kQueries = 37;
constexpr Index kKeys = 290;
constexpr Index kWidth = 140;
constexpr Index kValueWidth = 35;

class Result {
 public:
  template <class T>
  void add(const T* numbers, std::size_t count) {
    const auto* first = reinterpret_cast<const unsigned char*>(numbers);
    bytes_.insert(bytes_.end(), first, first + count * sizeof(T));
  }
  template <class T>
  void add(const Matrix<T>& x) {
    add(x.data(), static_cast<std::size_t>(x.size()));
  }
  template <class T>
  void add(const Tensor<T>& x) {
    add(x.rows);
  }
  template <class T>
  void add(const attention::Tensor<T>& x) {
    add(x.data(), static_cast<std::size_t>(x.size()));
  }
  void add(double x) { add(&x, 1); }

  Bytes bytes() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

template <class... Parts>
Bytes bytes_of_parts(const Parts&... parts) {
  Result result;
  (result.add(parts), ...);
  return result.bytes();
}

// A matrix of pseudo-random numbers in [−1, 1).
template <class T>
Matrix<T> numbers(Index rows, Index cols, std::uint32_t seed) {
  Matrix<T> x(rows, cols);
  for (Index e = 0; e < x.size(); ++e) {
    seed = seed * 1'664'525U + 1'013'904'223U;
    x.data()[e] = static_cast<T>(seed >> 8U) / T(1 << 23) - 1;
  }
  return x;
}

template <class T>
Tensor<T> tensor(const Shape& shape, std::uint32_t seed) {
  return {shape, numbers<T>(rows_of(shape), side(shape), seed)};
}

template <class T>
struct Inputs {
  Tensor<T> queries = tensor<T>({2, kQueries, kWidth}, 1);
  Tensor<T> keys = tensor<T>({2, kKeys, kWidth}, 2);
  Tensor<T> values = tensor<T>({2, kKeys, kValueWidth}, 3);
};

template <class T>
Bytes call_product() {
  Matrix<T> c = numbers<T>(kQueries, kKeys, 1);
  multiply_add<T>(numbers<T>(kQueries, kWidth, 2), numbers<T>(kWidth, kKeys, 3), c);
  return bytes_of_parts(c);
}

template <class T>
Bytes call_softmax() {
  const Matrix<T> logits = numbers<T>(kQueries, kKeys, 1);
  const Matrix<T> weights = softmax<T>(logits, T(0.7));
  const auto statistics = softmax_statistics<T>(numbers<T>(5, 40, 2));
  const auto loss = cross_entropy<T>(logits, std::vector<Index>(kQueries));
  return bytes_of_parts(weights, statistics.entropy, statistics.jacobian, loss.logits_gradient,
                        softmax_gradient<T>(weights, logits), naive_softmax<T>(logits));
}

template <class T>
Bytes call_scores() {
  const Matrix<T> queries = numbers<T>(kQueries, kWidth, 1);
  const Matrix<T> keys = numbers<T>(kKeys, kWidth, 2);
  const AdditiveParameters<T> additive{numbers<T>(6, kWidth, 3), numbers<T>(6, kWidth, 4),
                                       numbers<T>(1, 6, 5), numbers<T>(1, 6, 6)};
  return bytes_of_parts(dot_scores<T>(queries, keys), scaled_dot_scores<T>(queries, keys),
                        additive_scores<T>(queries, keys, additive),
                        gaussian_scores<T>(queries, keys), angles<T>(queries, keys).degrees,
                        double_transpose_scores<T>(numbers<T>(9, 9, 7), numbers<T>(9, 9, 8)));
}

template <class T>
Bytes call_masked_softmax() {
  Visibility visibility;
  visibility.valid_lens = ValidLens{{2}, {3, 0}};
  const auto result = masked_softmax<T>(tensor<T>({2, kQueries, 50}, 1), visibility);
  return bytes_of_parts(result.logits, result.weights);
}

template <class T>
Bytes call_attention(Score score) {
  const Inputs<T> x;
  AttentionOptions<T> options;
  options.score = score;
  options.sigma = 3;
  options.visibility.causal = true;
  options.dropout.rate = 0.25;
  if (score == Score::kAdditive)
    options.additive = {numbers<T>(6, kWidth, 4), numbers<T>(6, kWidth, 5), numbers<T>(1, 6, 6),
                        numbers<T>(1, 6, 7)};
  const Attention<T> stages = attention<T>(x.queries, x.keys, x.values, options);
  const auto gradient =
      attention_gradient<T>(x.queries, x.keys, x.values, options, stages, stages.output);
  return bytes_of_parts(stages.weights, stages.output, gradient.queries, gradient.keys,
                        gradient.values);
}

template <class T>
Bytes call_dot_attention() {
  return call_attention<T>(Score::kDot);
}
template <class T>
Bytes call_additive_attention() {
  return call_attention<T>(Score::kAdditive);
}
template <class T>
Bytes call_gaussian_attention() {
  return call_attention<T>(Score::kGaussian);
}

template <class T>
Bytes call_streaming() {
  Inputs<T> x;
  StreamingOptions<T> options;
  options.visibility.causal = true;
  const auto in_one_pass = streaming_attention<T>(x.queries, x.keys, x.values, options);
  // With values this large, the output might overflow, so streaming attention has to read the keys
  // a second time.
  x.values.rows *= std::numeric_limits<T>::max() / 4;
  const auto in_two = streaming_attention<T>(x.queries, x.keys, x.values);
  return bytes_of_parts(in_one_pass.output, in_one_pass.log_sum_exp, in_two.output);
}

template <class T>
Bytes call_multi_head() {
  const Index width = 64;
  const Tensor<T> x = tensor<T>({2, 19, width}, 1);
  const auto square = [](std::uint32_t seed) { return numbers<T>(width, width, seed); };
  const auto bias = [](std::uint32_t seed) { return numbers<T>(1, width, seed); };
  const MultiHeadParameters<T> parameters{square(2), bias(3), square(4), bias(5),
                                          square(6), bias(7), square(8), bias(9)};
  // Calls the public functions instead of the wrappers in support/, which need more stack.
  const attention::TensorView<T> tokens = TensorView<T>(x);
  const auto p = given(parameters);
  const attention::MultiHeadOptions options{.num_heads = 4};
  const auto stages = attention::multi_head_stages(tokens, tokens, tokens, p, options);
  const auto gradient =
      attention::multi_head_gradient(tokens, tokens, tokens, p, stages, stages.output, options);
  return bytes_of_parts(stages.heads.weights, stages.output,
                        attention::multi_head(tokens, tokens, tokens, p, options), gradient.queries,
                        gradient.W_q, gradient.b_o);
}

template <class T>
Bytes call_kernel_regression() {
  const Matrix<T> queries = numbers<T>(kQueries, 2, 1);
  const Matrix<T> keys = numbers<T>(kKeys, 2, 2);
  const Matrix<T> values = numbers<T>(kKeys, 1, 3);
  const auto stages = kernel_regression_stages(queries, keys, values);
  const auto gradient =
      kernel_regression_gradient(queries, keys, values, numbers<T>(kQueries, 1, 4));
  return bytes_of_parts(stages.weights, stages.prediction, gradient.queries, gradient.keys,
                        kernel_regression(queries, keys, values).prediction);
}

template <class T>
Bytes trained(const Task<T>& task, const std::vector<Matrix<T>>& start) {
  OptimizerOptions options;
  options.learning_rate = 0.01;
  Trainer<T> trainer(task, start, options);
  Result result;
  for (const T loss : trainer.run(3)) result.add(static_cast<double>(loss));
  for (const Matrix<T>& parameter : trainer.parameters()) result.add(parameter);
  return result.bytes();
}

template <class T>
Bytes call_kernel_trainer() {
  return trained<T>(kernel_task<T>(numbers<T>(20, 1, 1), numbers<T>(20, 1, 2)),
                    {numbers<T>(1, 1, 3)});
}

template <class T>
Bytes call_attention_trainer() {
  return trained<T>(sdpa_task<T>(tensor<T>({2, 9, 8}, 1), tensor<T>({2, 9, 8}, 2)),
                    {numbers<T>(8, 8, 3), numbers<T>(8, 8, 4), numbers<T>(8, 8, 5)});
}

template <class T>
Bytes call_additive_trainer() {
  const Tensor<T> x = tensor<T>({2, 9, 8}, 1);
  return trained<T>(additive_task<T>(x, x, x, tensor<T>({2, 9, 8}, 2)),
                    {numbers<T>(5, 8, 3), numbers<T>(5, 8, 4), numbers<T>(1, 5, 5), {}});
}

template <class T>
Bytes call_multi_head_trainer() {
  const Tensor<T> x = tensor<T>({2, 9, 8}, 1);
  MultiHeadOptions<T> options;
  options.num_heads = 2;
  return trained<T>(multi_head_task<T>(x, x, x, tensor<T>({2, 9, 8}, 2), options),
                    {numbers<T>(8, 8, 3),
                     {},
                     numbers<T>(8, 8, 4),
                     {},
                     numbers<T>(8, 8, 5),
                     {},
                     numbers<T>(8, 8, 6),
                     {}});
}

template <class T>
Bytes call_language_model() {
  LanguageModelOptions options;
  options.vocabulary = 11;
  options.width = 36;
  options.hidden = 20;
  options.positions = 37;
  LanguageModelData data{1, 3, 37, {}, {}, std::vector<Index>(111, 1)};
  for (Index i = 0; i < 111; ++i) {
    data.tokens.push_back(i % 11);
    data.targets.push_back(i * i % 11);
  }
  LanguageModel<T> model(options, {.method = OptimizerMethod::kAdam}, 1);
  Result result;
  for (const T loss : model.train(data, 3).losses) result.add(static_cast<double>(loss));
  result.add(model.parameters());
  result.add(model.gradient(data).gradient);
  result.add(model.stages(data).weights.rows);
  return result.bytes();
}

template <class T>
Bytes call_parts() {
  const Matrix<T> numbers_of_x = numbers<T>(kQueries, kWidth, 1);
  const attention::TensorView<T> x(numbers_of_x.data(), {kQueries, kWidth});
  const auto layer = layer_norm_gradient(x, x);
  const auto rms = rms_norm_gradient(x, x);
  return bytes_of_parts(layer_norm(x), layer.x, layer.gain, layer.bias, rms_norm(x), rms.x,
                        rms.gain, gelu(x), gelu_gradient(x, x, GeluApproximation::kTanh), rotary(x),
                        rotary_gradient(x, {.pairs = RotaryPairs::kHalves}),
                        alibi_bias<T>(3, kQueries, kKeys));
}

template <class T>
Bytes call_self_similarity() {
  const auto result = self_similarity<T>(numbers<T>(30, 12, 1));
  return bytes_of_parts(result.weights, result.output, result.row_sums, result.column_sums);
}

template <class T>
Bytes call_refusal() {
  const Inputs<T> x;
  Result result;
  try {
    streaming_attention<T>(x.queries, x.values, x.keys);
  } catch (const Error& error) {
    const std::string text = error.what();
    result.add(text.data(), text.size());
  }
  return result.bytes();
}

Bytes call_dot_product_moments() {
  DotProductMoments job({.d = 16});
  job.advance(500);
  const DotProductResult result = job.result();
  return bytes_of_parts(result.queries.mean, result.keys.variance, result.products.mean,
                        result.products.variance);
}

Bytes call_saturation() {
  Saturation job({.d = 16});
  job.advance(50);
  Result result;
  for (const SaturationStatistics& statistics : job.result().statistics) {
    result.add(statistics.mean_entropy);
    result.add(statistics.median_gradient_norm);
  }
  return result.bytes();
}

Bytes call_eigenvalue() { return bytes_of_parts(smallest_eigenvalue(numbers<double>(30, 30, 1))); }

template <class T>
void add_calls(const std::string& type, std::vector<NamedCall>& list) {
  const std::vector<NamedCall> calls = {
      {"product", &call_product<T>},
      {"softmax", &call_softmax<T>},
      {"scores", &call_scores<T>},
      {"masked softmax", &call_masked_softmax<T>},
      {"dot-product attention", &call_dot_attention<T>},
      {"additive attention", &call_additive_attention<T>},
      {"Gaussian attention", &call_gaussian_attention<T>},
      {"streaming attention", &call_streaming<T>},
      {"multi-head attention", &call_multi_head<T>},
      {"kernel regression", &call_kernel_regression<T>},
      {"kernel trainer", &call_kernel_trainer<T>},
      {"attention trainer", &call_attention_trainer<T>},
      {"additive trainer", &call_additive_trainer<T>},
      {"multi-head trainer", &call_multi_head_trainer<T>},
      {"language model", &call_language_model<T>},
      {"parts of a Transformer", &call_parts<T>},
      {"self-similarity", &call_self_similarity<T>},
      {"refusal", &call_refusal<T>},
  };
  for (const NamedCall& call : calls) list.push_back({call.name + type, call.run});
}

}  // namespace
}  // namespace attention::test

namespace attention {

std::vector<NamedCall> every_call() {
  std::vector<NamedCall> list;
  test::add_calls<float>(" of floats", list);
  test::add_calls<double>(" of doubles", list);
  list.push_back({"dot-product moments", &test::call_dot_product_moments});
  list.push_back({"saturation", &test::call_saturation});
  list.push_back({"eigenvalue", &test::call_eigenvalue});
  return list;
}

}  // namespace attention
