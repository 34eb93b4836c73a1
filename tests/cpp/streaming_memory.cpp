// SPDX-License-Identifier: MIT
// Before a call allocates a large block, it "announces" the block: it passes the number of bytes to
// require_memory, which throws if the machine has less memory. These tests compare the announced
// bytes with the largest block. The linker option --wrap redirects malloc, calloc, free and
// require_memory to this file, including calls by Eigen and by operator new.
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "attention/detail/product.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/kernel_regression.hpp"
#include "lab/mistakes.hpp"
#include "lab/symmetry.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrices.hpp"
#include "support/multi_head_problem.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"

namespace {

std::size_t in_use = 0;
std::size_t peak = 0;
std::size_t largest = 0;
std::size_t announced = 0;
bool has_scratch = false;

}  // namespace

extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void __real_free(void* block);

void* __wrap_malloc(std::size_t bytes) {
  void* block = __real_malloc(bytes);
  in_use += malloc_usable_size(block);
  peak = std::max(peak, in_use);
  largest = std::max(largest, malloc_usable_size(block));
  return block;
}

// Counts calloc too, because optimising compilers replace malloc followed by memset with it.
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  void* block = __real_calloc(count, bytes);
  in_use += malloc_usable_size(block);
  peak = std::max(peak, in_use);
  largest = std::max(largest, malloc_usable_size(block));
  return block;
}

void __wrap_free(void* block) {
  in_use -= malloc_usable_size(block);
  __real_free(block);
}

void __real__ZN9attention6detail14require_memoryEm(std::uint64_t bytes);

void __wrap__ZN9attention6detail14require_memoryEm(std::uint64_t bytes) {
  announced = std::max(announced, std::size_t{bytes});
  __real__ZN9attention6detail14require_memoryEm(bytes);
}
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
// Matrix products allocate scratch memory with this operator. If it returns nullptr, they use
// memory on the stack instead. `has_scratch` selects one of the two cases.
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return has_scratch ? operator new(bytes, std::nothrow) : nullptr;
}
void* operator new(std::size_t bytes) {
  void* block = operator new(bytes, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }

namespace attention::test {
namespace {

// The peak number of heap bytes that a call allocates, including its results.
template <class Call>
std::size_t peak_of(const Call& call) {
  const std::size_t before = in_use;
  peak = before;
  call();
  return peak - before;
}

constexpr Index kWidth = 4;

template <class T>
std::size_t streaming_peak(Index m, Index n, const StreamingOptions<T>& options) {
  const auto sample = random_sample<T>(m, n, kWidth, kWidth, 1);
  const auto inputs = inputs_of<T>(sample.queries, sample.keys, sample.values);
  const auto own = given(options);
  return peak_of([&] {
    detail::streaming_attention<T>(inputs, own, {options.tile_queries, options.tile_keys});
  });
}

// An allowance, in bytes, for shapes and for the rounding of sizes by malloc.
constexpr std::size_t kSmallThings = 1024;

template <class T>
std::vector<StreamingOptions<T>> all_options(Index n) {
  std::vector<StreamingOptions<T>> all(4);
  all[1].visibility.causal = true;
  all[2].visibility.valid_lens = ValidLens{{}, {static_cast<double>(n / 2)}};
  all[3].visibility.causal = true;
  all[3].masking.method = MaskMethod::kFill;
  return all;
}

TEMPLATE_TEST_CASE("streaming: memory does not grow with the keys", "[streaming]", float, double) {
  using T = TestType;
  for (std::size_t o = 0; o < 4; ++o) {
    CAPTURE(o);
    const std::size_t few = streaming_peak<T>(4, 100, all_options<T>(100)[o]);
    CHECK(streaming_peak<T>(4, 5'000, all_options<T>(5'000)[o]) <= few);
  }
}

TEMPLATE_TEST_CASE("streaming: apart from the results, memory does not grow with the queries",
                   "[streaming]", float, double) {
  using T = TestType;
  const auto beyond_results = [](Index m, const StreamingOptions<T>& options) {
    const std::size_t results = static_cast<std::size_t>(m) * ((kWidth + 1) * sizeof(T) + 1);
    return streaming_peak<T>(m, 10, options) - results;
  };
  for (std::size_t o = 0; o < 4; ++o) {
    CAPTURE(o);
    const auto options = all_options<T>(10)[o];
    const std::size_t of_a_tile = beyond_results(options.tile_queries, options);
    CHECK(beyond_results(3'000, options) <= of_a_tile + kSmallThings);
  }
}

TEMPLATE_TEST_CASE("streaming: allocates no more than one tile of queries", "[streaming]", float,
                   double) {
  using T = TestType;
  const Index m = 600;
  const StreamingOptions<T> options;
  const auto count = [](Index n) { return static_cast<std::size_t>(n); };
  const std::size_t results = count(m) * ((kWidth + 1) * sizeof(T) + 1);
  // A tile stores for each query: tile_keys logits, kWidth components of the query, kWidth outputs,
  // a maximum and two sums. The test allows two more numbers for padding.
  const std::size_t tile =
      count(options.tile_queries) * count(options.tile_keys + 2 * kWidth + 2 + 3) * sizeof(T);
  const std::size_t matrix = count(m) * count(m) * sizeof(T);
  const std::size_t streamed = streaming_peak<T>(m, m, options);
  CHECK(streamed <= results + tile + 2 * kSmallThings);
  CHECK(20 * streamed < matrix);

  const auto sample = random_sample<T>(m, m, kWidth, kWidth, 1);
  CHECK(peak_of([&] { attention<T>(sample.queries, sample.keys, sample.values); }) > matrix);
}

TEMPLATE_TEST_CASE("memory: a product without scratch memory has the same bits", "[memory]", float,
                   double) {
  using T = TestType;
  for (const Index m : {1, 5, 13, 40})
    for (const Index n : {65, 130, 300})
      for (const Index k : {70, 300}) {
        CAPTURE(m, n, k);
        const Matrix<T> a = random_matrix<T>(m, k, 1, -1, 1) / T(3);
        const Matrix<T> b = random_matrix<T>(k, n, 2, -1, 1) / T(3);
        Matrix<T> expected = Matrix<T>::Constant(m, n, T(0.3));
        Matrix<T> c = expected;
        has_scratch = true;
        const std::size_t taken = peak_of([&] { multiply_add<T>(a, b, expected); });
        has_scratch = false;
        CHECK(taken <= simd::kMostScratchBytes);
        CHECK(peak_of([&] { multiply_add<T>(a, b, c); }) == 0);
        CHECK((c.array() == expected.array()).all());
      }
}

// Whether the largest block that a call allocates is at most the bytes that it announced to
// require_memory, plus a small allowance.
template <class Call>
bool takes_what_it_announced(const Call& call) {
  announced = 0;
  largest = 0;
  call();
  CAPTURE(largest, announced);
  CHECK(announced > 0);
  CHECK(largest <= announced + kSmallThings);
  return largest <= announced + kSmallThings;
}

TEMPLATE_TEST_CASE("memory: rows and scores allocate what they announce", "[memory]", float,
                   double) {
  using T = TestType;
  const auto x = random_sample<T>(90, 110, 70, 50, 1);
  CHECK(takes_what_it_announced([&] { naive_softmax<T>(x.keys); }));
  CHECK(takes_what_it_announced([&] { scaled_dot_scores<T>(x.queries, x.keys); }));
  CHECK(takes_what_it_announced([&] { gaussian_scores<T>(x.queries, x.keys); }));
  CHECK(takes_what_it_announced([&] { angles<T>(x.queries, x.keys); }));
  CHECK(takes_what_it_announced([&] { self_similarity<T>(x.keys); }));
  CHECK(takes_what_it_announced([&] { masked_softmax<T>(x.keys, {}); }));
}

TEMPLATE_TEST_CASE("memory: attention and its gradient allocate what they announce", "[memory]",
                   float, double) {
  using T = TestType;
  unsigned seed = 1;
  for (const Score score : kAllScores)
    for (const double rate : {0.0, 0.5})
      for (const AttentionSizes& sizes :
           {AttentionSizes{{1}, 90, 110, 70, 70, 50}, AttentionSizes{{3}, 5, 200, 40, 40, 150}}) {
        auto x = random_problem<T>(score, sizes, seed++);
        if (score == Score::kAdditive)
          x.options.additive = random_additive<T>(60, sizes.d_q, sizes.d_k, true, seed);
        x.options.dropout.rate = rate;
        CAPTURE(score, rate, sizes.m);
        CHECK(takes_what_it_announced([&] { stages_of(x); }));
        const auto stages = stages_of(x);
        CHECK(takes_what_it_announced([&] {
          attention_gradient<T>(x.queries, x.keys, x.values, x.options, stages, x.output_gradient);
        }));
      }
}

TEMPLATE_TEST_CASE("memory: heads and their gradient allocate what they announce", "[memory]",
                   float, double) {
  using T = TestType;
  for (const Projection projection : {Projection::kFull, Projection::kShared, Projection::kNone})
    for (const Index tokens : {4, 100}) {
      auto x = random_problem<T>(projection, {{2}, tokens, tokens + 3, 2, 80, 80, 60, 40, 30, 70},
                                 true, 7);
      CAPTURE(projection, tokens);
      CHECK(takes_what_it_announced([&] { stages_of(x); }));
      CHECK(takes_what_it_announced(
          [&] { multi_head_output<T>(x.queries, x.keys, x.values, x.parameters, x.options); }));
      const auto stages = stages_of(x);
      CHECK(takes_what_it_announced([&] {
        multi_head_gradient<T>(x.queries, x.keys, x.values, x.parameters, x.options, stages,
                               x.output_gradient);
      }));
    }
}

TEMPLATE_TEST_CASE("memory: multi-head scratch memory does not grow with the batch", "[memory]",
                   float, double) {
  using T = TestType;
  const auto beyond_output = [](Index items) {
    const Index tokens = 100, width = 64;
    const auto x = random_problem<T>(
        Projection::kFull, {{items}, tokens, tokens, 2, width, width, width, 32, 32, width}, true,
        7);
    const std::size_t output = static_cast<std::size_t>(items * tokens * width) * sizeof(T);
    const auto inputs = inputs_of<T>(x.queries, x.keys, x.values);
    const auto parameters = given(x.parameters);
    const auto options = given(x.options);
    return peak_of([&] { abi::multi_head<T>(inputs, parameters, options); }) - output;
  };
  CHECK(beyond_output(20) <= beyond_output(4) + kSmallThings);
}

}  // namespace
}  // namespace attention::test
