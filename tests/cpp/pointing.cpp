// SPDX-License-Identifier: MIT
#include "lab/pointing.hpp"

#include <array>
#include <cmath>
#include <string>

#include "attention/detail/random.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/training.hpp"

namespace attention::test {
namespace {

constexpr Index kTokens = 6;
constexpr Index kWidth = 8;

std::vector<Index> targets_of(const std::array<int, kTokens>& permutation) {
  return {permutation.begin(), permutation.end()};
}

constexpr std::array<int, kTokens> kIdentity = {0, 1, 2, 3, 4, 5};
constexpr std::array<int, kTokens> kSwaps = {1, 0, 3, 2, 5, 4};
constexpr std::array<int, kTokens> kThrees = {1, 2, 0, 4, 5, 3};
constexpr std::array<int, kTokens> kSix = {1, 2, 3, 4, 5, 0};

template <class T>
std::vector<Matrix<T>> start_of(std::uint64_t seed, bool is_tied) {
  std::vector<Matrix<T>> start;
  for (std::uint64_t stream = 0; stream < (is_tied ? 1U : 2U); ++stream)
    start.push_back(
        drawn<T>({kTokens, kWidth}, {seed, stream, Distribution::kNormal, 0, 1.0 / kWidth}));
  return start;
}

TEST_CASE("pointing: the gradient equals central differences of the loss", "[pointing]") {
  for (const bool is_tied : {false, true})
    for (const bool is_scaled : {false, true}) {
      CAPTURE(is_tied, is_scaled);
      const auto task = pointing_task<double>(targets_of(kThrees), is_tied, is_scaled);
      auto p = start_of<double>(3, is_tied);
      const auto gradient = task.loss_and_gradient(p).gradient;
      REQUIRE(gradient.size() == p.size());
      for (std::size_t i = 0; i < p.size(); ++i)
        check_gradient(gradient[i], p[i], [&] { return task.loss_and_gradient(p).loss; });
    }
}

TEMPLATE_TEST_CASE("pointing: equal scores have loss ln n, and scaling divides by √d_k",
                   "[pointing]", float, double) {
  using T = TestType;
  const auto targets = targets_of(kSix);
  const std::vector<Matrix<T>> zeros(2, Matrix<T>::Zero(kTokens, kWidth));
  CHECK(passes(
      static_cast<double>(pointing_task<T>(targets, false, true).loss_and_gradient(zeros).loss),
      std::log(6.0), kFewRoundings<T>));
  auto p = start_of<T>(1, false);
  const T scaled = pointing_task<T>(targets, false, true).loss_and_gradient(p).loss;
  p[0] /= std::sqrt(T(kWidth));
  const T divided = pointing_task<T>(targets, false, false).loss_and_gradient(p).loss;
  CHECK(passes(static_cast<double>(scaled), static_cast<double>(divided), kReference<T>));
}

TEMPLATE_TEST_CASE("pointing: a tied task equals one with equal matrices", "[pointing]", float,
                   double) {
  using T = TestType;
  const auto targets = targets_of(kThrees);
  const auto p = start_of<T>(2, true);
  const auto tied = pointing_task<T>(targets, true, true).loss_and_gradient(p);
  const auto both = pointing_task<T>(targets, false, true).loss_and_gradient({p[0], p[0]});
  CHECK(tied.loss == both.loss);
  const Matrix<T> sum = both.gradient[0] + both.gradient[1];
  CHECK_THAT(tied.gradient[0], is_close_to<T>(sum, kFewRoundings<T>));
}

// `tied` is the smallest possible loss with one matrix for queries and keys (W_q = W_k). The
// comment of TIED_BOUNDS in web/src/lessons/learning/tasks/pointing.ts derives it. With two
// matrices the loss can come arbitrarily close to 0.
TEST_CASE("pointing: two projections learn every permutation, one learns only the identity",
          "[pointing]") {
  struct Expected {
    std::array<int, kTokens> permutation;
    double tied;
  };
  // `tied` of kSix is the minimum over c of (ln Σ_j exp(c cos(πj/3))) − c/2.
  const std::array<Expected, 4> cases = {
      {{kIdentity, 0}, {kSwaps, std::log(2.0)}, {kThrees, std::log(3.0)}, {kSix, 1.5235594}}};
  const OptimizerOptions adam{OptimizerMethod::kAdam, 0.01, 0, 0.9, 0.99, 1e-8};
  for (const Expected& expected : cases)
    for (const std::uint64_t seed : {1U, 2U, 3U})
      for (const bool is_tied : {false, true}) {
        CAPTURE(expected.permutation, seed, is_tied);
        Trainer<float> trainer(
            pointing_task<float>(targets_of(expected.permutation), is_tied, true),
            start_of<float>(seed, is_tied), adam);
        trainer.run(1000);
        const double bound = is_tied ? expected.tied : 0;
        CHECK(trainer.loss() > bound - 1e-3);
        CHECK(trainer.loss() < bound + 0.01);
      }
}

TEST_CASE("pointing: errors name their argument", "[pointing]") {
  CHECK(refusal([] { pointing_task<double>({}, false, true); }) ==
        "EmptyInput | targets: expected at least one row, got (0, 1)");
  const auto task = pointing_task<double>(targets_of(kSix), false, true);
  const auto evaluated = [&](Index rows, Index cols, Index key_cols) {
    return refusal([&] {
      task.loss_and_gradient(
          {Matrix<double>::Zero(rows, cols), Matrix<double>::Zero(kTokens, key_cols)});
    });
  };
  CHECK(evaluated(kTokens, 2, 2) == "accepted");
  CHECK(evaluated(5, 2, 2) == "ShapeMismatch | W_q: expected (6, d_k), got (5, 2)");
  CHECK(evaluated(kTokens, 2, 3) == "ShapeMismatch | W_k: expected (6, 2), got (6, 3)");
}

}  // namespace
}  // namespace attention::test
