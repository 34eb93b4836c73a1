// SPDX-License-Identifier: MIT
#include "attention/detail/memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "attention/error.hpp"
#include "attention/kernel_regression.hpp"
#include "lab/mistakes.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"

namespace attention::test {
namespace {

constexpr Index kHuge = std::numeric_limits<Index>::max();
/// A number of tokens whose (kTokens, kTokens) matrix of scores has 9e10 entries, too many for any
/// machine that runs tests.
constexpr Index kTokens = 300'000;

// The number of bytes in the OutOfMemory error of a call. If the call throws no such error, the
// test fails and the result is 0.
double bytes_refused(const std::function<void()>& call) {
  const std::string text = refusal(call);
  const std::string before = "OutOfMemory | memory: expected at most the available memory, got ";
  INFO(text);
  CHECK(text.rfind(before, 0) == 0);
  CHECK(text.substr(text.size() < 6 ? 0 : text.size() - 6) == " bytes");
  return text.rfind(before, 0) == 0 ? std::stod(text.substr(before.size())) : 0;
}

// A (rows, cols) matrix stored in only rows + cols numbers: its rows overlap, because each begins
// one number after the previous row.
template <class T>
struct Overlapping {
  Overlapping(Index rows, Index cols)
      : store(static_cast<std::size_t>(rows + cols), T(0.5)),
        matrix(store.data(), rows, cols, Eigen::OuterStride<>(1)) {}
  std::vector<T> store;
  Eigen::Map<const Matrix<T>, 0, Eigen::OuterStride<>> matrix;
};

TEST_CASE("memory: bytes are multiplied without overflow", "[memory]") {
  CHECK(multiply_bytes(8, 0) == 0);
  CHECK(multiply_bytes(8, 5) == 40);
  CHECK(multiply_bytes(8, std::uint64_t{1} << 60U) == std::uint64_t{1} << 63U);
  CHECK(multiply_bytes(16, std::uint64_t{1} << 60U) == kTooManyBytes);
  CHECK(multiply_bytes(2, kHuge) == kTooManyBytes - 1);
  CHECK(multiply_bytes(3, kHuge) == kTooManyBytes);
  // The product is 2⁶⁴, which would wrap around to 0.
  CHECK(multiply_bytes(std::uint64_t{1} << 33U, Index(1) << 31) == kTooManyBytes);
  CHECK(multiply_bytes(std::uint64_t{1} << 33U, Index(1) << 30) == std::uint64_t{1} << 63U);
}

TEST_CASE("memory: bytes are added without overflow", "[memory]") {
  CHECK(add_bytes(3, 4) == 7);
  CHECK(add_bytes(kTooManyBytes - 5, 4) == kTooManyBytes - 1);
  CHECK(add_bytes(kTooManyBytes - 5, 6) == kTooManyBytes);
  CHECK(add_bytes(kTooManyBytes / 2 + 1, kTooManyBytes / 2 + 1) == kTooManyBytes);
}

TEST_CASE("memory: kTooManyBytes absorbs every further operation", "[memory]") {
  CHECK(multiply_bytes(kTooManyBytes, 1) == kTooManyBytes);
  CHECK(multiply_bytes(kTooManyBytes, 2) == kTooManyBytes);
  CHECK(multiply_bytes(kTooManyBytes, kHuge) == kTooManyBytes);
  CHECK(add_bytes(kTooManyBytes, 0) == kTooManyBytes);
  CHECK(add_bytes(1, kTooManyBytes) == kTooManyBytes);
  CHECK(add_bytes(kTooManyBytes, kTooManyBytes) == kTooManyBytes);
}

TEST_CASE("memory: an available size is accepted without an allocation", "[memory]") {
  CHECK(refusal([] { require_memory(0); }) == "accepted");
  // `require_memory` must only check the size. If it allocated the bytes and did not free them, the
  // leak sanitizer would report it.
  for (int i = 0; i < 40; ++i) REQUIRE_NOTHROW(require_memory(std::uint64_t{1} << 26U));
}

TEST_CASE("memory: an unavailable size is refused with its number of bytes", "[memory]") {
  CHECK(refusal([] { require_memory(std::uint64_t{1} << 50U); }) ==
        "OutOfMemory | memory: expected at most the available memory, got 1125899906842624 "
        "bytes");
  CHECK(refusal([] { require_memory(kTooManyBytes); }) ==
        "OutOfMemory | memory: expected at most the available memory, got at least 2^64 - 1 bytes");
  CHECK(refusal([] { require_memory(kTooManyBytes - 1); }) ==
        "OutOfMemory | memory: expected at most the available memory, got "
        "18446744073709551614 bytes");
  CHECK(refusal([] { require_memory(64); }) == "accepted");
}

#if defined(__linux__)
TEST_CASE("memory: the smallest limit of the control groups counts", "[memory]") {
  namespace fs = std::filesystem;
  std::string name = (fs::temp_directory_path() / "groups-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const fs::path folder = name;
  const auto write = [&](const fs::path& file, const std::string& text) {
    fs::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << text;
  };
  const auto limit = [&] { return group_memory((folder / "self").c_str(), folder.c_str()); };
  CHECK(limit() == kTooManyBytes);
  write("self", "0::/a/b\n");
  CHECK(limit() == kTooManyBytes);
  write("memory.max", "7000\n");
  CHECK(limit() == 7000);
  write("a/b/memory.max", "max\n");
  CHECK(limit() == 7000);
  write("a/memory.max", "5000");
  CHECK(limit() == 5000);
  for (const char* unreadable :
       {"", "\n", "x", "-1\n", "+1\n", " 1\n", "1 2\n", "1\n2\n", "18446744073709551616\n",
        "0x10\n", "1k\n", "99999999999999999999999999999999999999999999\n"}) {
    write("a/b/memory.max", unreadable);
    INFO(unreadable);
    CHECK(limit() == 5000);
  }
  write("a/b/memory.max", "3000\n");
  write("ab/memory.max", "1\n");
  CHECK(limit() == 3000);
  write("self", "0::/\n");
  CHECK(limit() == 7000);

  write("memory/c/memory.limit_in_bytes", "2000\n");
  write("memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("self", "5:cpu,memory:/c/d\n4:memory_like:/e\n0::/none\n");
  CHECK(limit() == 2000);
  write("self", "5:cpu:/c\n");
  CHECK(limit() == kTooManyBytes);
  for (const std::string& garbage :
       {std::string("0"), std::string(":::"), std::string("\n\n0::a\n"), std::string(9000, ':'),
        "0::/" + std::string(9000, 'x')}) {
    write("self", garbage);
    CHECK(limit() >= 7000);
  }
  fs::remove_all(folder);
}
#endif

TEMPLATE_TEST_CASE("memory: scores of too many pairs are refused", "[memory]", float, double) {
  using T = TestType;
  const Matrix<T> x = Matrix<T>::Ones(kTokens, 1);
  const double stage = static_cast<double>(sizeof(T)) * kTokens * kTokens;
  const AdditiveParameters<T> additive{row<T>({1}), row<T>({1}), row<T>({1}), {}};
  CHECK(bytes_refused([&] { dot_scores<T>(x, x); }) >= stage);
  CHECK(bytes_refused([&] { scaled_dot_scores<T>(x, x); }) >= stage);
  CHECK(bytes_refused([&] { additive_scores<T>(x, x, additive); }) >= stage);
  CHECK(bytes_refused([&] { gaussian_scores<T>(x, x); }) >= stage);
  CHECK(bytes_refused([&] { angles<T>(x, x); }) >= stage);
  CHECK(dot_scores<T>(row<T>({2}), row<T>({3}))(0, 0) == 6);
}

TEMPLATE_TEST_CASE("memory: attention requests the memory of all stages at once", "[memory]", float,
                   double) {
  using T = TestType;
  const Matrix<T> x = Matrix<T>::Ones(kTokens, 1);
  const double stage = static_cast<double>(sizeof(T)) * kTokens * kTokens;
  // The four intermediate results of shape (n, n) are the scores, scaled scores, logits and
  // weights; dropout adds a fifth.
  CHECK(bytes_refused([&] { attention<T>(x, x, x); }) >= 4 * stage);
  AttentionOptions<T> options;
  options.dropout = {.rate = 0.5, .seed = 1, .keep = {}};
  CHECK(bytes_refused([&] { attention<T>(x, x, x, options); }) >= 5 * stage);
  options = {};
  options.visibility.causal = true;
  CHECK(bytes_refused([&] { attention<T>(x, x, x, options); }) >= 4 * stage);
  const Matrix<T> one = row<T>({1});
  CHECK(attention<T>(one, one, one).output.rows(0, 0) == 1);
}

TEMPLATE_TEST_CASE("memory: a masked softmax of too many pairs is refused", "[memory]", float,
                   double) {
  using T = TestType;
  const T number = 1;
  // `scores` has memory for one number only, so the call must be refused before it reads an entry.
  const attention::TensorView<T> scores(&number, {kTokens, kTokens});
  const double stage = static_cast<double>(sizeof(T)) * kTokens * kTokens;
  CHECK(bytes_refused([&] { attention::masked_softmax(scores, {}); }) >= stage);
  CHECK(masked_softmax<T>(Matrix<T>(row<T>({3})), {}).weights.rows(0, 0) == 1);
}

TEMPLATE_TEST_CASE("memory: rows of too many logits are refused", "[memory]", float, double) {
  using T = TestType;
  const T number = 1;
  const std::vector<Index> targets(kTokens);
  const double stage = static_cast<double>(sizeof(T)) * kTokens * kTokens;
  // `logits` has memory for one number only, so the calls must be refused before they read an
  // entry.
  const attention::TensorView<T> logits(&number, {kTokens, kTokens});
  CHECK(bytes_refused([&] { attention::softmax(logits); }) == stage);
  CHECK(bytes_refused([&] { lab::naive_softmax<T>(logits); }) == stage);
  CHECK(bytes_refused([&] { attention::cross_entropy(logits, view(targets)); }) == stage);
  CHECK(bytes_refused([&] { attention::softmax_gradient(logits, logits); }) == stage);
  CHECK(bytes_refused([&] {
          dropout_factors<T>({.rate = 0.5, .seed = 1}, {kTokens, kTokens});
        }) == stage);
  CHECK(softmax<T>(row<T>({3}))(0, 0) == 1);
}

TEMPLATE_TEST_CASE("memory: additive scores request the features of many tokens", "[memory]", float,
                   double) {
  using T = TestType;
  const Matrix<T> x = Matrix<T>::Ones(1 << 20, 1);
  const Matrix<T> one = Matrix<T>::Ones(1, 1);
  const Matrix<T> tall = Matrix<T>::Ones(1 << 20, 1);
  const AdditiveParameters<T> additive{tall, tall, tall.transpose(), {}};
  const double features = static_cast<double>(sizeof(T)) * (1 << 20) * (1 << 20);
  CHECK(bytes_refused([&] { additive_scores<T>(x, one, additive); }) > features);
  CHECK(bytes_refused([&] {
          attention<T>(x, one, one, {.score = Score::kAdditive, .additive = additive});
        }) > features);
}

TEMPLATE_TEST_CASE("memory: gradients request all memory at once", "[memory]", float, double) {
  using T = TestType;
  const Matrix<T> x = Matrix<T>::Ones(kTokens, 1);
  const double stage = static_cast<double>(sizeof(T)) * kTokens * kTokens;
  // The call stores five intermediate results of shape (n, n).
  CHECK(bytes_refused([&] { kernel_regression_gradient(x, x, x, x); }) >= 5 * stage);
}

TEMPLATE_TEST_CASE("memory: heads of too many tokens are refused", "[memory]", float, double) {
  using T = TestType;
  const T number = 1;
  const attention::TensorView<T> tokens(&number, {kTokens, kTokens});
  const attention::TensorView<T> heads(&number, {2, kTokens / 2, kTokens});
  const double stage = static_cast<double>(sizeof(T)) * kTokens * kTokens;
  CHECK(bytes_refused([&] { attention::split_heads(tokens, 2); }) >= stage);
  CHECK(bytes_refused([&] { lab::wrong_view_of_heads<T>(tokens, 2); }) >= stage);
  CHECK(bytes_refused([&] { attention::merge_heads(heads); }) >= stage);

  const Matrix<T> y = Matrix<T>::Ones(kTokens, 2);
  MultiHeadParameters<T> parameters;
  for (auto* W : {&parameters.W_q, &parameters.W_k, &parameters.W_v, &parameters.W_o})
    *W = Matrix<T>::Identity(2, 2);
  MultiHeadOptions<T> options;
  options.num_heads = 2;
  // The call stores four intermediate results of shape (n, n) for each of two heads.
  CHECK(bytes_refused([&] { multi_head<T>(y, y, y, parameters, options); }) > 8 * stage);
  const Matrix<T> one = row<T>({1, 2});
  CHECK_THAT(multi_head<T>(one, one, one, parameters, options).output.rows, is_exactly<T>(one));
}

TEMPLATE_TEST_CASE("memory: projections too wide for the machine are refused", "[memory]", float,
                   double) {
  using T = TestType;
  const Matrix<T> x = Matrix<T>::Ones(1 << 20, 1);
  const Matrix<T> one = Matrix<T>::Ones(1, 1);
  MultiHeadParameters<T> parameters;
  parameters.W_q = parameters.W_k = Matrix<T>::Ones(1 << 20, 1);
  parameters.W_v = parameters.W_o = one;
  const double projection = static_cast<double>(sizeof(T)) * (1 << 20) * (1 << 20);
  CHECK(bytes_refused([&] { multi_head<T>(x, one, one, parameters, {}); }) >= projection);
}

TEMPLATE_TEST_CASE("memory: sizes that overflow are refused too", "[memory]", float, double) {
  using T = TestType;
  // `x` has memory for one number only: its shape alone must cause the error.
  const T number = 1;
  const attention::TensorView<T> x(&number, {Index(1) << 33, 1});
  const std::string expected =
      "OutOfMemory | memory: expected at most the available memory, got at least 2^64 - 1 bytes";
  CHECK(refusal([&] { attention::dot_scores(x, x); }) == expected);
  CHECK(refusal([&] { attention::gaussian_scores(x, x); }) == expected);
  CHECK(refusal([&] { lab::angles<T>(x, x); }) == expected);
  CHECK(refusal([&] { attention::scaled_dot_product_stages(x, x, x); }) == expected);
}

}  // namespace
}  // namespace attention::test
