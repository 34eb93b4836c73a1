// SPDX-License-Identifier: MIT
#include <cstdio>
#include <string_view>
#include <vector>

#include <attention/attention.hpp>
#include <attention/eigen.hpp>
#include <attention/version.hpp>

static_assert(ATTENTION_VERSION_MAJOR + ATTENTION_VERSION_MINOR + ATTENTION_VERSION_PATCH > 0);
#ifdef EXPECTED_VERSION
static_assert(std::string_view(ATTENTION_VERSION) == EXPECTED_VERSION);
#endif

int main() {
  const std::vector<double> keys = {51, 56, 58};
  const std::vector<double> weights = {40, 43, 48};
  const attention::Tensor<double> waist({1, 1}, {57});
  const auto regression = attention::kernel_regression(waist, attention::view(keys, {3, 1}),
                                                       attention::view(weights, {3, 1}));
  std::printf("f(57) = %.8f\n", regression.prediction(0, 0));

  const auto x = attention::draw<float>({4, 8}, {.seed = 1});
  attention::Tensor<float> streamed({4, 8});
  attention::Workspace workspace;
  attention::scaled_dot_product_into(streamed, x, x, x, {.mask = {.causal = true}}, workspace);
  auto stages = attention::scaled_dot_product_stages(x, x, x, {.mask = {.causal = true}});
  float difference = 0;
  for (attention::Index i = 0; i < x.size(); ++i)
    difference += streamed.data()[i] - stages.output.data()[i];
  std::printf("streamed: %d\n", difference < 1e-5F && difference > -1e-5F);
  // Tests that the program can copy and free memory that the library allocated.
  const auto copy = stages;
  stages = attention::AttentionStages<float>();

  // Eigen matrices of this program. Their alignment depends on the compiler flags of this program.
  const Eigen::MatrixXd columns = Eigen::MatrixXd::Identity(4, 4);
  const Eigen::MatrixXd result = attention::as_matrix(attention::softmax(1000 * columns));
  std::printf("from columns: %d\n", result == columns);

  auto trainer = attention::kernel_regression_trainer(
      attention::view(keys, {3, 1}), attention::view(weights, {3, 1}), 1, {.learning_rate = 1e-3});
  const auto losses = trainer.run(10);
  std::printf("learns: %d\n", trainer.loss() < losses(0, 0));

  try {
    attention::split_heads(copy.output, 3);
  } catch (const attention::Error& error) {
    std::printf("%s\n", error.what());
  }
}
