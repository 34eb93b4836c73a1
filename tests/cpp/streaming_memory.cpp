// SPDX-License-Identifier: MIT
// What streaming attention asks of the heap. The linker sends the program's malloc and free here
// (--wrap), and with them Eigen's and new's.
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "attention/attention.hpp"
#include "attention/streaming.hpp"
#include "support/catch.hpp"
#include "support/samples.hpp"

namespace {

std::size_t in_use = 0;
std::size_t peak = 0;

}  // namespace

extern "C" {
void* __real_malloc(std::size_t bytes);
void __real_free(void* block);

void* __wrap_malloc(std::size_t bytes) {
  void* block = __real_malloc(bytes);
  in_use += malloc_usable_size(block);
  peak = std::max(peak, in_use);
  return block;
}

void __wrap_free(void* block) {
  in_use -= malloc_usable_size(block);
  __real_free(block);
}
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(std::size_t bytes) {
  void* block = operator new(bytes, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace attention {
namespace {

// Bytes that a call held at its worst moment, its results included.
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
  return peak_of(
      [&] { streaming_attention<T>(sample.queries, sample.keys, sample.values, options); });
}

// Shapes, and what malloc rounds up.
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

TEMPLATE_TEST_CASE("streaming: beyond the results memory does not grow with the queries",
                   "[streaming]", float, double) {
  using T = TestType;
  const auto beyond_results = [](Index m, const StreamingOptions<T>& options) {
    const std::size_t results = static_cast<std::size_t>(m) * ((kWidth + 1) * sizeof(T) + 1);
    return streaming_peak<T>(m, 10, options) - results;
  };
  for (std::size_t o = 0; o < 4; ++o) {
    CAPTURE(o);
    const auto options = all_options<T>(10)[o];
    CHECK(beyond_results(3'000, options) <= beyond_results(100, options) + kSmallThings);
  }
}

TEMPLATE_TEST_CASE("streaming: a tile and its keys are all that it holds", "[streaming]", float,
                   double) {
  using T = TestType;
  const Index m = 600;
  const StreamingOptions<T> options;
  const auto count = [](Index n) { return static_cast<std::size_t>(n); };
  const std::size_t results = count(m) * ((kWidth + 1) * sizeof(T) + 1);
  const std::size_t tile =
      count(options.tile_keys) * count(options.tile_queries + kWidth) * sizeof(T);
  const std::size_t matrix = count(m) * count(m) * sizeof(T);
  const std::size_t streamed = streaming_peak<T>(m, m, options);
  CHECK(streamed <= results + 2 * tile);
  CHECK(20 * streamed < matrix);

  const auto sample = random_sample<T>(m, m, kWidth, kWidth, 1);
  CHECK(peak_of([&] { attention<T>(sample.queries, sample.keys, sample.values); }) > matrix);
}

}  // namespace
}  // namespace attention
