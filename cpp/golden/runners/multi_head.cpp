// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/multi_head.hpp"

#include <algorithm>

#include "attention/detail/multi_head.hpp"
#include "golden/runners.hpp"
#include "golden/runners/options.hpp"
#include "golden/runners/values.hpp"
#include "lab/document_fills.hpp"
#include "lab/mistakes.hpp"

namespace attention::golden {

using namespace lab;
namespace {

// The names that one function's inputs have in tests/golden/SCHEMA.md.
struct Names {
  const char* queries;
  const char* keys;
  const char* values;
  const char* W_o;
  const char* b_o;
};

constexpr Names k002Names = {"queries", "keys", "values", "W_o", "b_o"};
constexpr Names k004Names = {"q", "k", "v", "W_c", "b_c"};

template <class T>
MultiHeadParameters<T> parameters(const Case& golden, const Names& names) {
  MultiHeadParameters<T> result;
  // The code of the lessons' source document 002 defines these projections but never applies them,
  // so its golden cases may omit them.
  if (has(golden, "W_q")) result.W_q = matrix<T>(golden, "W_q");
  if (has(golden, "W_k")) result.W_k = matrix<T>(golden, "W_k");
  if (has(golden, "W_v")) result.W_v = matrix<T>(golden, "W_v");
  result.W_o = matrix<T>(golden, names.W_o);
  result.b_q = row<T>(golden, "b_q");
  result.b_k = row<T>(golden, "b_k");
  result.b_v = row<T>(golden, "b_v");
  result.b_o = row<T>(golden, names.b_o);
  return result;
}

template <class T>
void add_gradients(const Case& golden, const Names& names, const MultiHeadGradient<T>& gradient,
                   Tensors& outputs) {
  add_gradient(golden, names.queries, gradient.queries.rows, outputs);
  add_gradient(golden, names.keys, gradient.keys.rows, outputs);
  add_gradient(golden, names.values, gradient.values.rows, outputs);
  add_gradient(golden, "W_q", gradient.parameters.W_q, outputs);
  add_gradient(golden, "W_k", gradient.parameters.W_k, outputs);
  add_gradient(golden, "W_v", gradient.parameters.W_v, outputs);
  add_gradient(golden, names.W_o, gradient.parameters.W_o, outputs);
  add_gradient(golden, "b_q", gradient.parameters.b_q, outputs);
  add_gradient(golden, "b_k", gradient.parameters.b_k, outputs);
  add_gradient(golden, "b_v", gradient.parameters.b_v, outputs);
  add_gradient(golden, names.b_o, gradient.parameters.b_o, outputs);
}

template <class T>
Tensors attend(const Case& golden, const Names& names, const MultiHeadOptions<T>& options) {
  const Tensor<T> queries = tensor<T>(golden, names.queries);
  const Tensor<T> keys = tensor<T>(golden, names.keys);
  const Tensor<T> values = tensor<T>(golden, names.values);
  const auto weights = parameters<T>(golden, names);
  const auto stages = multi_head<T>(queries, keys, values, weights, options);
  Tensors outputs = {{"energy", output(stages.heads.scores)},
                     {"scores", output(stages.heads.scaled_scores)},
                     {"weights", output(stages.heads.weights)},
                     {"concat", output(stages.concat)},
                     {"out", output(stages.output)}};
  if (!has(golden, "G")) return outputs;

  outputs["loss"] = loss(golden, outputs.at("out"));
  const auto gradient = multi_head_gradient<T>(queries, keys, values, weights, options,
                                               view_of(stages), tensor<T>(golden, "G"));
  add_gradients(golden, names, gradient, outputs);
  return outputs;
}

Projection projection(const Case& golden) {
  const std::string name = word(golden, "project", "none");
  const auto* found = std::find(kProjectionNames.begin(), kProjectionNames.end(), name);
  if (found == kProjectionNames.end()) throw BadFile("unknown projection " + name);
  return static_cast<Projection>(found - kProjectionNames.begin());
}

template <class T>
Tensors mha_002(const Case& golden) {
  MultiHeadOptions<T> options;
  options.num_heads = heads(golden);
  options.projection = projection(golden);
  options.scale = scale<T>(golden);
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[4]);
  options.mask_before_scale = true;
  return attend<T>(golden, k002Names, options);
}

template <class T>
Tensors mha_004(const Case& golden) {
  MultiHeadOptions<T> options = options_004<T>(golden);
  options.shape_from_queries = true;
  return attend<T>(golden, k004Names, options);
}

template <class T>
Tensors mha_cross(const Case& golden) {
  return attend<T>(golden, k004Names, options_004<T>(golden));
}

template <class T>
Tensors split_heads_case(const Case& golden) {
  const Tensor<T> x = tensor<T>(golden, "x");
  const Tensor<T> split = split_heads<T>(x, heads(golden));
  return {{"y", output(split)},
          {"merged_back", output(merge_heads<T>(split))},
          {"wrong_view", output(wrong_view_of_heads<T>(x, heads(golden)))}};
}

}  // namespace

RunnerTable multi_head_runners() {
  return {{"mha_002", {mha_002<double>, mha_002<float>}},
          {"mha_004", {mha_004<double>, mha_004<float>}},
          {"mha_cross", {mha_cross<double>, mha_cross<float>}},
          {"split_heads", {split_heads_case<double>, split_heads_case<float>}}};
}

}  // namespace attention::golden
