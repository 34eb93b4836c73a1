// SPDX-License-Identifier: MIT
// Counts the heap allocations of calls that reuse a workspace. The linker option --wrap redirects
// malloc and aligned_alloc to the functions below.
#include <cstdlib>
#include <new>
#include <vector>

#include "attention/attention.hpp"
#include "support/catch.hpp"

namespace {

std::size_t allocations = 0;
std::size_t machine_queries = 0;
std::size_t failing = 0;  // the allocation that fails, counted from 1; 0 for none

}  // namespace

extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);

void* __wrap_malloc(std::size_t bytes) {
  if (++allocations == failing) return nullptr;
  return __real_malloc(bytes);
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  ++allocations;
  return __real_aligned_alloc(alignment, bytes);
}

long __real_sysconf(int name);
long __wrap_sysconf(int name) {
  ++machine_queries;
  return __real_sysconf(name);
}
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(std::size_t bytes) {
  void* const block = operator new(bytes, std::nothrow);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
// The array versions of new and delete are replaced too. Those of AddressSanitizer would not call
// the functions above, so their allocations would not be counted.
void* operator new[](std::size_t bytes, const std::nothrow_t& tag) noexcept {
  return operator new(bytes, tag);
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return std::aligned_alloc(std::size_t(alignment), (bytes + 63) / 64 * 64);
}
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }

namespace attention {
namespace {

template <class Call>
std::size_t allocations_of(const Call& call) {
  const std::size_t before = allocations;
  call();
  return allocations - before;
}

// Calls `call` repeatedly: in the i-th call, its i-th allocation fails. Checks that `call` then
// throws an Error.
template <class Call>
void check_guarded(const Call& call) {
  std::size_t made = 1;
  for (std::size_t i = 1; i <= made; ++i) {
    const std::size_t before = allocations;
    failing = before + i;
    bool is_error = false;
    try {
      call();
    } catch (const Error&) {
      is_error = true;
    } catch (...) {
    }
    failing = 0;
    CHECK(is_error);
    made = allocations - before;
    if (made < i) return;
  }
}

TEST_CASE("memory: a failed allocation throws an Error, even while an error is described") {
  Tensor<double> square({2, 2});
  Tensor<double> cube({2, 2, 2});
  const std::vector<Index> targets = {0, 5};
  const LanguageModel<float> model({.vocabulary = 4, .width = 2, .heads = 1});
  check_guarded([&] { softmax_into(square, cube); });
  check_guarded([&] { softmax_into(square, square, -1); });
  check_guarded([&] { positional_encoding_into(cube); });
  check_guarded([&] { positional_encoding_into(square, {.base = 0}); });
  check_guarded([&] { draw_into(square, {.variance = -1}); });
  check_guarded([&] { layer_norm(square, {.gain = square}); });
  check_guarded([&] { layer_norm_gradient(square, cube); });
  check_guarded([&] { rms_norm_gradient(square, square, {.epsilon = -1}); });
  check_guarded([&] { gelu_gradient(square, cube); });
  check_guarded([&] { rotary(square, {.first = -1}); });
  check_guarded([] { alibi_bias(0, 2, 2); });
  check_guarded([&] { cross_entropy(square, view(targets)); });
  check_guarded([&] { model.name(-1); });
  check_guarded([&] { model.part(Tensor<float>(), 0); });
  check_guarded([&] { Tensor<double>({-1}); });
  check_guarded([&] { view(square).slice(0, 3); });
  check_guarded([&] { view(targets, {3}); });
  check_guarded([] { Shape{1, 1, 1, 1, 1, 1, 1, 1, 1}; });
}

TEMPLATE_TEST_CASE("workspace: the second call with the same shapes allocates nothing", "", float,
                   double) {
  using T = TestType;
  const auto x = draw<T>({2, 150, 8}, {.seed = 1});
  const auto W = draw<T>({8, 8}, {.seed = 2});
  const std::vector<std::uint8_t> keep(150 * 150, 1);
  const std::vector<Index> lens = {150, 99};
  AttentionOptions masked;
  masked.mask.keep = view(keep, {150, 150});
  masked.mask.valid_lens = view(lens);
  masked.mask.causal = true;
  Tensor<T> output(x.shape());
  Workspace workspace;

  for (const AttentionOptions& options : {AttentionOptions{}, masked}) {
    const auto attend = [&] { scaled_dot_product_into(output, x, x, x, options, workspace); };
    CHECK(allocations_of(attend) > 0);
    CHECK(allocations_of(attend) == 0);
    CHECK(allocations_of(attend) == 0);
  }
  Workspace of_heads;
  for (const MaskOptions& mask : {MaskOptions{}, masked.mask}) {
    const MultiHeadOptions options{.num_heads = 2, .mask = mask};
    const auto attend = [&] {
      multi_head_into(output, x, x, x,
                      {.W_q = W, .b_q = view(W).slice(0, 1), .W_k = W, .W_v = W, .W_o = W}, options,
                      of_heads);
    };
    CHECK(allocations_of(attend) > 0);
    CHECK(allocations_of(attend) == 0);
    CHECK(allocations_of(attend) == 0);
  }
}

TEMPLATE_TEST_CASE("workspace: products of wide matrices allocate only their scratch", "", float,
                   double) {
  using T = TestType;
  const auto x = draw<T>({5, 64}, {.seed = 1});
  const auto W = draw<T>({64, 64}, {.seed = 2});
  Tensor<T> output(x.shape());
  Workspace workspace;
  const auto attend = [&] {
    multi_head_into(output, x, x, x, {.W_q = W, .W_k = W, .W_v = W, .W_o = W}, {.num_heads = 2},
                    workspace);
  };
  attend();
  // Each of the four projections allocates scratch memory once.
  CHECK(allocations_of(attend) == 4);
}

TEMPLATE_TEST_CASE("language model: steps with narrow matrices allocate nothing", "", float,
                   double) {
  const std::vector<Index> tokens = {0, 1, 2, 3, 3, 2, 1, 0};
  const std::vector<Index> counts(8, 1);
  for (const OptimizerMethod method : {OptimizerMethod::kSgd, OptimizerMethod::kAdam}) {
    LanguageModel<TestType> model({.vocabulary = 4, .width = 8, .hidden = 5, .positions = 4},
                                  {.method = method});
    const auto train = [&](Index count) {
      return allocations_of([&] {
        model.train({.tokens = view(tokens, {2, 4}),
                     .targets = view(tokens, {2, 4}),
                     .counts = view(counts, {2, 4})},
                    count);
      });
    };
    CHECK(train(1) > 0);
    CHECK(train(1) == train(50));
    const auto train_on = [&](Index count) {
      return allocations_of(
          [&] { model.train_on(view(tokens), {.sequences = 2, .length = 4}, count); });
    };
    CHECK(train_on(1) == train_on(50));
  }
}

TEMPLATE_TEST_CASE("softmax: writing to the caller's memory allocates nothing", "", float, double) {
  auto x = draw<TestType>({20, 30}, {.seed = 1});
  CHECK(allocations_of([&] { softmax_into(x, x, 2); }) == 0);
}

TEST_CASE("memory: the size of the memory is read once, without an allocation") {
  const Tensor<float> x({1, 8});
  const std::size_t before = machine_queries;
  const std::size_t each = allocations_of([&] { softmax(x); });
  CHECK(allocations_of([&] { softmax(x); }) == each);
  CHECK(machine_queries == before);
}

TEST_CASE("shape, view: creating them allocates nothing") {
  const Tensor<double> x({2, 3, 4});
  CHECK(allocations_of([&] {
          const TensorView<double> part = view(x).slice(1, 1);
          CHECK_FALSE(part.shape().empty());
        }) == 0);
}

}  // namespace
}  // namespace attention
