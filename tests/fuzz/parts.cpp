// SPDX-License-Identifier: MIT
// Fuzzes layer norm, RMS norm, GELU, rotary positions and ALiBi with tensors of every shape; checks
// shapes and the bounds of the results.
#include <algorithm>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "attention/activation.hpp"
#include "attention/alibi.hpp"
#include "attention/normalization.hpp"
#include "attention/rotary.hpp"

namespace attention::test::fuzz {
namespace {

template <class T>
attention::TensorView<T> view_of(const Tensor<T>& x) {
  return TensorView<T>(x);
}

// A parameter of shape (d), or none. Limits d to 9, because x may have a huge d and no entries.
template <class T>
Tensor<T> some_parameter(Bytes& bytes, Index d) {
  return some_tensor<T>(bytes, bytes.once_in(3) ? Shape{0} : Shape{std::min<Index>(d, 9)});
}

double some_epsilon(Bytes& bytes) { return bytes.once_in(2) ? 1e-5 : bytes.number<double>(); }

// Without gain and bias, no entry of a normalized row exceeds √d.
template <class T>
void check_norm(const attention::Tensor<T>& y, bool is_plain) {
  if (!is_plain || y.empty()) return;
  const double largest = std::sqrt(static_cast<double>(y.cols())) * (1 + 1e-6);
  for (const T entry : y) demand(!(std::abs(entry) > largest), "an entry above √d");
}

template <class T>
void run_norms(Bytes& bytes, const attention::TensorView<T>& x,
               const attention::TensorView<T>& output_gradient) {
  const Tensor<T> gain = some_parameter<T>(bytes, x.cols());
  const Tensor<T> bias = some_parameter<T>(bytes, x.cols());
  const LayerNormOptions<T> layer{view_of(gain), view_of(bias), some_epsilon(bytes)};
  const RmsNormOptions<T> rms{layer.gain, layer.epsilon};
  const bool has_gain = !layer.gain.empty();
  refusal_of([&] { check_norm(layer_norm(x, layer), !has_gain && layer.bias.empty()); });
  refusal_of([&] { check_norm(rms_norm(x, rms), !has_gain); });
  refusal_of([&] {
    const auto gradient = layer_norm_gradient(x, output_gradient, layer);
    demand(gradient.x.shape() == x.shape(), "another shape of the gradient");
    demand(gradient.bias.shape() == Shape{x.cols()}, "another shape of the bias");
  });
  refusal_of([&] {
    const auto gradient = rms_norm_gradient(x, output_gradient, rms);
    demand(gradient.x.shape() == x.shape(), "another shape of the gradient");
    demand(gradient.gain.shape() == Shape{x.cols()}, "another shape of the gain");
  });
}

template <class T>
void run_gelu(Bytes& bytes, const attention::TensorView<T>& x,
              const attention::TensorView<T>& output_gradient) {
  const auto approximation = bytes.choice(GeluApproximation::kTanh);
  const attention::Tensor<T> y = gelu(x, approximation);
  demand(y.shape() == x.shape(), "another shape");
  for (Index r = 0; r < (x.empty() ? 0 : x.rows()); ++r)
    for (Index c = 0; c < x.cols(); ++c)
      demand(std::isnan(x(r, c)) ? std::isnan(y(r, c))
                                 : y(r, c) > T(-0.171) && y(r, c) <= std::max(x(r, c), T(0)),
             "a number outside GELU's range");
  refusal_of([&] { gelu_gradient(x, output_gradient, approximation); });
}

template <class T>
void run_rotary(Bytes& bytes, const attention::TensorView<T>& x) {
  RotaryOptions options;
  if (bytes.once_in(2)) options.base = bytes.number<double>();
  if (bytes.once_in(2)) options.first = bytes.whole();
  options.pairs = bytes.choice(RotaryPairs::kHalves);
  refusal_of([&] {
    const attention::Tensor<T> back = rotary_gradient(rotary(x, options), options);
    demand(back.shape() == x.shape(), "another shape");
    for (Index r = 0; r < (x.empty() ? 0 : x.rows()); ++r) {
      T largest = 0;
      for (const T entry : x.row(r)) largest = std::max(largest, std::abs(entry));
      const T limit = std::numeric_limits<T>::max() / 4;
      for (Index c = 0; c < x.cols(); ++c)
        if (largest < limit && std::isfinite(x(r, c)) && std::isfinite(back(r, c)))
          demand(std::abs(back(r, c) - x(r, c)) <= 8 * std::numeric_limits<T>::epsilon() * largest +
                                                       8 * std::numeric_limits<T>::denorm_min(),
                 "a rotation that is not undone");
    }
  });
}

template <class T>
void run(Bytes& bytes) {
  const Shape sides = with_matrix(some_leading(bytes), bytes.between(0, 4), bytes.between(0, 9));
  const Tensor<T> x = some_tensor<T>(bytes, sides);
  const Tensor<T> output_gradient = some_tensor<T>(bytes, sides);
  refusal_of([&] {
    const attention::TensorView<T> view = view_of(x);
    const attention::TensorView<T> gradient = view_of(output_gradient);
    run_norms(bytes, view, gradient);
    run_gelu(bytes, view, gradient);
    run_rotary(bytes, view);
  });
}

void run_alibi(Bytes& bytes) {
  const Index num_heads = bytes.whole();
  const Index m = bytes.whole();
  const Index n = bytes.whole();
  const auto alignment = bytes.choice(CausalAlignment::kBottomRight);
  refusal_of([&] {
    const auto bias = alibi_bias<float>(num_heads, m, n, alignment);
    demand(bias.shape() == Shape{num_heads, m, n}, "another shape");
    for (const float entry : bias) demand(entry <= 0 && entry > -64, "another bias");
  });
}

}  // namespace
}  // namespace attention::test::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::test::fuzz;
  Bytes bytes(data, size);
  call_one(bytes, run<float>, run<double>, run_alibi);
  return 0;
}
