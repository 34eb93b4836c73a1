// SPDX-License-Identifier: MIT
#include "bench/calls.hpp"

#include <memory>

#include "attention/detail/multi_head.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/softmax.hpp"
#include "attention/detail/streaming.hpp"

namespace attention::bench {
namespace {

// Document 004's example, as in tools/bench/shapes.mjs.
constexpr Index kWidth = 512;
constexpr Index kHeads = 8;

Call attention_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index heads = shape.sides[0];
  const Index n = shape.sides[1];
  const Index d = shape.sides[2];
  const auto input = [&](const char* name) {
    return Tensor<float>({heads, n, d}, read(folder, name, heads * n, d));
  };
  return {"streaming_attention", 4.0 * static_cast<double>(heads * n * n * d),
          [q = input("queries"), k = input("keys"), v = input("values")] {
            return streaming_attention<float>(q, k, v).output.rows;
          }};
}

Call multi_head_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index batch = shape.sides[0];
  const Index tokens = shape.sides[1];
  const auto weights = [&](const char* name) { return read(folder, name, kWidth, kWidth); };
  auto parameters = std::make_shared<MultiHeadParameters<float>>();
  parameters->W_q = weights("W_q");
  parameters->W_k = weights("W_k");
  parameters->W_v = weights("W_v");
  parameters->W_o = weights("W_o");
  MultiHeadOptions<float> options;
  options.num_heads = kHeads;
  const Index rows = batch * tokens;
  const Index products = 8 * rows * kWidth * kWidth + 4 * rows * tokens * kWidth;
  const Tensor<float> x({batch, tokens, kWidth}, read(folder, "x", rows, kWidth));
  return {"multi_head_output", static_cast<double>(products), [x, parameters, options] {
            return multi_head_output<float>(x, x, x, *parameters, options).rows;
          }};
}

Call matmul_call(Index n, const std::filesystem::path& folder) {
  return {"dot_scores", 2.0 * static_cast<double>(n * n * n),
          [a = read(folder, "a", n, n), b = read(folder, "b", n, n)] {
            return dot_scores<float>(a, b);
          }};
}

Call softmax_call(Index n, const std::filesystem::path& folder) {
  return {"softmax", 0, [logits = read(folder, "logits", n, n)] { return softmax<float>(logits); }};
}

}  // namespace

std::vector<Call> calls_of(const Shape& shape, const std::filesystem::path& folder) {
  if (shape.kind == "attention") return {attention_call(shape, folder)};
  if (shape.kind == "multi-head") return {multi_head_call(shape, folder)};
  if (shape.kind == "matmul") return {matmul_call(shape.sides[0], folder)};
  return {softmax_call(shape.sides[0], folder)};
}

}  // namespace attention::bench
