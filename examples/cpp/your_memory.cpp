// Attention on your own memory: arguments are read and the result is written in place.
#include <cstdio>
#include <vector>

#include <attention/attention.hpp>

int main() {
  // Three keys and three values, two numbers each, row by row.
  const std::vector<float> keys = {1, 0, 0, 1, 1, 1};
  const std::vector<float> values = {10, 0, 0, 10, 20, 20};
  std::vector<float> query(2), output(2);

  // Views copy no numbers. They are valid as long as the vectors.
  const auto q = attention::view(query, {1, 2});
  const auto k = attention::view(keys, {3, 2});
  const auto v = attention::view(values, {3, 2});
  const auto result = attention::mutable_view(output, {1, 2});

  // The first iteration allocates the workspace's memory; later ones reuse it.
  attention::Workspace workspace;
  for (const float length : {0.1F, 1.0F, 10.0F}) {
    query = {length, -length};
    attention::scaled_dot_product_into(result, q, k, v, {}, workspace);
    std::printf("query (%4.1f, %5.1f): output (%.4f, %.4f)\n", query[0], query[1], output[0],
                output[1]);
  }
}
