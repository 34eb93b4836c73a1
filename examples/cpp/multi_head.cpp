// Multi-head attention with a causal mask, printed step by step.
#include <cstdio>

#include <attention/attention.hpp>

void print(const char* name, const attention::Tensor<double>& x) {
  std::printf("%s (", name);
  for (std::size_t axis = 0; axis < x.shape().size(); ++axis)
    std::printf(axis == 0 ? "%td" : ", %td", x.shape()[axis]);
  std::printf(")\n");
  for (attention::Index row = 0; row < x.rows(); ++row) {
    for (const double entry : x.row(row)) std::printf("%9.4f", entry);
    std::printf("\n");
  }
}

int main() {
  // Three tokens of four components, and random projections, like those of an untrained layer.
  const auto x = attention::draw({3, 4}, {.seed = 1});
  const auto W_q = attention::draw({4, 4}, {.seed = 2, .variance = 0.25});
  const auto W_k = attention::draw({4, 4}, {.seed = 3, .variance = 0.25});
  const auto W_v = attention::draw({4, 4}, {.seed = 4, .variance = 0.25});
  const auto W_o = attention::draw({4, 4}, {.seed = 5, .variance = 0.25});

  const auto stages =
      attention::multi_head_stages(x, x, x, {.W_q = W_q, .W_k = W_k, .W_v = W_v, .W_o = W_o},
                                   {.num_heads = 2, .mask = {.causal = true}});
  print("head queries", stages.head_queries);
  print("head keys", stages.head_keys);
  print("head values", stages.head_values);
  print("scores", stages.heads.scores);
  print("masked scores", stages.heads.logits);
  print("weights", stages.heads.weights);
  print("outputs of the heads", stages.heads.output);
  print("side by side", stages.concat);
  print("output", stages.output);
}
