// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/attention.hpp"

#include "attention/detail/attention.hpp"
#include "golden/runners.hpp"
#include "golden/runners/options.hpp"
#include "golden/runners/values.hpp"
#include "lab/document_fills.hpp"

namespace attention::golden {

using namespace lab;
namespace {

// Computes attention with the golden case's inputs q, k and v: its intermediate results and, if the
// golden case has an output gradient G, its gradients.
template <class T>
Tensors attend(const Case& golden, const AttentionOptions<T>& options) {
  const Tensor<T> q = tensor<T>(golden, "q");
  const Tensor<T> k = tensor<T>(golden, "k");
  const Tensor<T> v = tensor<T>(golden, "v");
  const auto stages = attention<T>(q, k, v, options);
  Tensors outputs = {{"scores", output(stages.scaled_scores)},
                     {"weights", output(stages.weights)},
                     {"out", output(stages.output)}};
  if (options.dropout.keep) outputs["weights_after_dropout"] = output(stages.dropped_weights);
  if (!has(golden, "G")) return outputs;

  outputs["loss"] = loss(golden, outputs.at("out"));
  const auto gradient = attention_gradient<T>(q, k, v, options, stages, tensor<T>(golden, "G"));
  add_gradient(golden, "q", gradient.queries.rows, outputs);
  add_gradient(golden, "k", gradient.keys.rows, outputs);
  add_gradient(golden, "v", gradient.values.rows, outputs);
  add_gradient(golden, "W_q", gradient.additive.W_q, outputs);
  add_gradient(golden, "W_k", gradient.additive.W_k, outputs);
  add_gradient(golden, "w_v", gradient.additive.w_v, outputs);
  return outputs;
}

template <class T>
Tensors dot_attention(const Case& golden) {
  const Shape scores = checked_scores_shape<T>(tensor<T>(golden, "q"), tensor<T>(golden, "k"),
                                               tensor<T>(golden, "v"));
  AttentionOptions<T> options;
  options.scale = scale<T>(golden);
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[2]);
  options.dropout = dropout<T>(golden, scores);
  return attend<T>(golden, options);
}

template <class T>
Tensors dot_attention_lens(const Case& golden) {
  AttentionOptions<T> options;
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[1]);
  return attend<T>(golden, options);
}

template <class T>
Tensors additive_attention(const Case& golden) {
  AttentionOptions<T> options;
  options.score = Score::kAdditive;
  options.additive = {.W_q = matrix<T>(golden, "W_q"),
                      .W_k = matrix<T>(golden, "W_k"),
                      .w_v = row<T>(golden, "w_v"),
                      .bias = {}};
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[1]);
  return attend<T>(golden, options);
}

}  // namespace

RunnerTable attention_runners() {
  return {{"dot_attention", {dot_attention<double>, dot_attention<float>}},
          {"dot_attention_lens", {dot_attention_lens<double>, dot_attention_lens<float>}},
          {"additive_attention", {additive_attention<double>, additive_attention<float>}}};
}

}  // namespace attention::golden
