// Kernel regression: learn the bandwidth, then predict between the data points.
#include <cmath>
#include <cstdio>
#include <vector>

#include <attention/attention.hpp>

int main() {
  // The data: a sine with noise.
  const auto noise = attention::draw({40, 1}, {.seed = 7, .variance = 0.01});
  std::vector<double> x, y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(0.25 * i);
    y.push_back(std::sin(x.back()) + noise(i, 0));
  }
  const auto inputs = attention::view(x, {40, 1});
  const auto targets = attention::view(y, {40, 1});

  // Each target is predicted from all other targets. The only parameter is 1 / bandwidth.
  auto trainer = attention::kernel_regression_trainer(
      inputs, targets, 1, {.method = attention::OptimizerMethod::kAdam, .learning_rate = 0.05});
  for (int round = 0; round < 4; ++round) {
    std::printf("step %3td  loss %.4f  bandwidth %.4f\n", trainer.steps(), trainer.loss(),
                1 / trainer.parameter(0)(0, 0));
    trainer.run(50);
  }

  const double bandwidth = 1 / trainer.parameter(0)(0, 0);
  const attention::Tensor<double> queries({2, 1}, {1.6, 4.7});
  const auto result = attention::kernel_regression(queries, inputs, targets, {.sigma = bandwidth});
  for (int i = 0; i < 2; ++i)
    std::printf("f(%.1f) = %.4f, the sine is %.4f\n", queries(i, 0), result.prediction(i, 0),
                std::sin(queries(i, 0)));
}
