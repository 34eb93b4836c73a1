// SPDX-License-Identifier: MIT
#include "attention/tensor.hpp"

#include <array>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/refusal.hpp"

namespace attention {
namespace {

using test::refusal;

template <class T>
concept IsViewable = requires(T&& x) {
  view(std::forward<T>(x));
};

// A view of a temporary does not compile if the temporary owns its entries.
static_assert(IsViewable<const Tensor<double>&>);
static_assert(!IsViewable<Tensor<double>>);
static_assert(IsViewable<std::vector<double>&>);
static_assert(!IsViewable<std::vector<double>>);
static_assert(!std::is_constructible_v<TensorView<double>, Tensor<double>&&>);
static_assert(!std::is_convertible_v<const Tensor<double>&&, TensorView<double>>);
static_assert(std::is_convertible_v<const Tensor<double>&, TensorView<double>>);
static_assert(std::is_convertible_v<TensorSpan<double>, TensorView<double>>);
static_assert(!std::is_convertible_v<const Tensor<float>&, TensorView<double>>);
static_assert(!WritableTensorLike<const Tensor<double>&>);
static_assert(!TensorLike<std::vector<double>>);

TEST_CASE("tensor: is zero-initialised in aligned memory") {
  const Tensor<float> x({2, 3, 4});
  CHECK(x.shape() == Shape{2, 3, 4});
  CHECK(x.rows() == 6);
  CHECK(x.cols() == 4);
  CHECK(x.size() == 24);
  CHECK(reinterpret_cast<std::uintptr_t>(x.data()) % 64 == 0);
  for (const float entry : x) CHECK(entry == 0);
}

TEST_CASE("tensor: entries are stored in row-major order") {
  Tensor<double> x({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(x(1, 0) == 4);
  CHECK(x.row(1)[2] == 6);
  x(0, 1) = 7;
  CHECK(x.entries()[1] == 7);
  CHECK(std::accumulate(x.begin(), x.end(), 0.0) == 26);
}

TEST_CASE("tensor: a copy is independent, a move empties the source") {
  Tensor<double> x({2}, {1, 2});
  Tensor<double> copy = x;
  copy(0, 0) = 5;
  CHECK(x(0, 0) == 1);
  x = copy;
  CHECK(x(0, 0) == 5);
  const Tensor<double>& self = x;
  x = self;
  CHECK(x(0, 1) == 2);

  const double* const entries = x.data();
  Tensor<double> moved = std::move(x);
  CHECK(moved.data() == entries);
  CHECK(x.empty());              // NOLINT: a moved-from tensor is defined
  CHECK(x.shape() == Shape{0});  // NOLINT
  CHECK(x.begin() == x.end());   // NOLINT
  x = std::move(moved);
  CHECK(x.data() == entries);
  x = Tensor<double>({3});
  CHECK(x.size() == 3);
}

TEST_CASE("tensor: without entries it needs no memory") {
  const Tensor<double> none;
  CHECK(none.empty());
  CHECK(none.data() == nullptr);
  const Tensor<double> rows({4, 0});
  CHECK(rows.empty());
  CHECK(rows.rows() == 4);
  CHECK(Tensor<double>(rows).shape() == Shape{4, 0});
  const Tensor<double> scalar(Shape{});
  CHECK(scalar.size() == 1);
  CHECK(scalar(0, 0) == 0);
}

TEST_CASE("tensor: shapes that cannot be stored throw") {
  const Index huge = Index{1} << 40;
  CHECK(refusal([] {
          Tensor<double>({2, -1});
        }) == "OutOfRange | shape: expected numbers >= 0, got (2, -1)");
  CHECK(refusal([&] {
          Tensor<double>({huge, huge});
        }) ==
        "OutOfRange | shape: expected fewer than 2^63 entries, got (1099511627776, 1099511627776)");
  CHECK(refusal([&] {
          Tensor<double>({huge, huge, 0});
        }).starts_with("OutOfRange | shape: expected fewer than 2^63 entries, got "));
  CHECK(refusal([&] { Tensor<double>({huge, 8}); }).starts_with("OutOfMemory | memory: "));
  CHECK(refusal([] {
          Tensor<double>({2, 2}, {1, 2, 3});
        }) == "ShapeMismatch | view: expected 4 numbers for (2, 2), got 3");
}

TEST_CASE("view: reads memory in place") {
  const std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
  const TensorView<float> x = view(numbers, {2, 3});
  CHECK(x.data() == numbers.data());
  CHECK(x(1, 2) == 6);
  CHECK(view(numbers).shape() == Shape{6});
  const std::array<Index, 2> lens = {3, 4};
  CHECK(view(lens).shape() == Shape{2});
  const double list[] = {1, 2};
  CHECK(view(list, {2, 1})(1, 0) == 2);
  CHECK(refusal([&] {
          view(numbers, {2, 2});
        }) == "ShapeMismatch | view: expected 4 numbers for (2, 2), got 6");
}

TEST_CASE("view: ranges of bool are flags") {
  const bool flags[] = {true, false, true};
  const TensorView<std::uint8_t> x = view(flags);
  CHECK(x(0, 0) == 1);
  CHECK(x(0, 1) == 0);
}

TEST_CASE("view: rows may have gaps between them") {
  const std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
  const TensorView<double> left(numbers.data(), {2, 2}, 3);
  CHECK(left(1, 0) == 4);
  CHECK(left.row(1)[1] == 5);
  CHECK(Tensor<double>(left).entries()[2] == 4);
  CHECK(to_tensor(left).shape() == Shape{2, 2});
  CHECK(refusal([&] {
          TensorView<double>(numbers.data(), {2, 3}, 2);
        }) == "OutOfRange | row_stride: expected a whole number >= 3, got 2");
}

TEST_CASE("view: a slice is a range of the first axis") {
  std::vector<double> numbers(24);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  const TensorView<double> x = view(numbers, {4, 2, 3});
  const TensorView<double> part = x.slice(1, 2);
  CHECK(part.shape() == Shape{2, 2, 3});
  CHECK(part.data() == numbers.data() + 6);
  CHECK(view(numbers).slice(20, 4)(0, 0) == 20);
  CHECK(x.slice(4, 0).empty());
  CHECK(refusal([&] { x.slice(3, 2); }) ==
        "OutOfRange | slice: expected positions of the first axis of (4, 2, 3), got 3 + 2");
  CHECK(refusal([&] { x.slice(-1, 1); }).starts_with("OutOfRange | slice"));
}

TEST_CASE("mutable view: writes to the caller's memory") {
  std::vector<float> numbers(6);
  const TensorSpan<float> x = mutable_view(numbers, {2, 3});
  x(1, 2) = 5;
  x.row(0)[1] = 4;
  CHECK(numbers == std::vector<float>{0, 4, 0, 0, 0, 5});
  CHECK(x.view()(1, 2) == 5);
}

}  // namespace
}  // namespace attention
