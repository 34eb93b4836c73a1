// SPDX-License-Identifier: MIT
// Compares the SIMD kernels of every instruction set on this machine with plain loops, with sizes
// around the edges of a tile. This file is long because all kernels share the samples and the loop
// over instruction sets.
#include "simd/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::simd {

using namespace detail;
using namespace test;
namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

template <class T>
std::vector<T> numbers(std::size_t count, unsigned seed) {
  const auto x = random_matrix<T>(1, static_cast<Index>(count), seed, -2, 2);
  std::vector<T> list(x.data(), x.data() + count);
  for (T& e : list) e /= 3;
  return list;
}

template <class T>
Strided<T> rows_of(const std::vector<T>& x, std::size_t stride) {
  return {x.data(), stride, 1};
}

// Packs `from` into tiles of columns that begin `step` entries apart. The entries between two tiles
// are NaN, so that a test fails if a kernel uses them.
template <class T>
std::vector<T> tiles_of(const Kernels<T>& kernel, const std::vector<T>& from, std::size_t tiles,
                        std::size_t depth, std::size_t step) {
  std::vector<T> result(tiles * step, kNaN<T>);
  for (std::size_t t = 0; t < tiles; ++t)
    kernel.pack({&from[t * kernel.tile_cols], 1, tiles * kernel.tile_cols}, kernel.tile_cols, depth,
                &result[t * step]);
  return result;
}

TEMPLATE_TEST_CASE(
    "kernels: tiles and rows are summed in the order of p, bit for bit, in every instruction set",
    "[kernels]", float, double) {
  using T = TestType;
  const std::size_t tiles = 3;
  for (const auto* kernel : kernels_of_machine<T>())
    for (const std::size_t rows : {1U, 2U, 4U, 5U, 6U, 9U, 10U, 11U})
      for (const std::size_t depth :
           {std::size_t{1}, std::size_t{4}, std::size_t{7}, kMostDepth<T>, kMostDepth<T> + 2}) {
        const std::size_t cols = kernel->tile_cols;
        REQUIRE(kernel->tile_rows <= kMostTileRows);
        // The number of rows, rounded up to whole tiles; the kernel writes arbitrary values to the
        // extra rows.
        const std::size_t all_rows =
            (rows + kernel->tile_rows - 1) / kernel->tile_rows * kernel->tile_rows;
        const std::size_t width = tiles * cols;
        const std::size_t stride = width + 3;
        CAPTURE(cols, rows, depth);
        const auto a = numbers<T>(rows * depth, 1);
        const auto b = numbers<T>(depth * width, 2);
        const auto before = numbers<T>(all_rows * stride, 3);
        auto expected = before;
        expected.resize(rows * stride);
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t j = 0; j < width; ++j)
            for (std::size_t p = 0; p < depth; ++p)
              expected[i * stride + j] += a[i * depth + p] * b[p * width + j];
        const std::size_t step = depth * cols + 1;
        const auto packed = tiles_of(*kernel, b, tiles, depth, step);
        const Columns<T> columns{packed.data(), tiles, step};
        const auto product_of = [&](const Strided<T>& x, bool adds, std::vector<T> c) {
          kernel->multiply(x, rows, columns, depth, adds, c.data(), stride, cols);
          c.resize(rows * stride);
          return c;
        };
        CHECK(product_of(rows_of(a, depth), true, before) == expected);
        const auto row_of = [&](const Strided<T>& x) {
          std::vector<T> c(before.begin(), before.begin() + static_cast<Index>(width));
          kernel->multiply_row(x, b.data(), width, depth, width, true, c.data());
          return c;
        };
        const std::vector<T> first_row(expected.begin(),
                                       expected.begin() + static_cast<Index>(width));
        CHECK(row_of(rows_of(a, depth)) == first_row);
        // Without `adds`, the kernel overwrites c and must not read it: infinities in c give the
        // same result as adding to zeros.
        std::vector<T> infinite(before.size(), kInf<T>), zeros = infinite;
        for (std::size_t i = 0; i < rows; ++i) std::fill_n(&zeros[i * stride], width, T(0));
        CHECK(product_of(rows_of(a, depth), false, infinite) ==
              product_of(rows_of(a, depth), true, zeros));
        // The matrix `a` stored by columns, with adjacent entries (gap 1) and with one unused entry
        // after each (gap 2).
        for (const std::size_t gap : {1U, 2U}) {
          std::vector<T> transposed(gap * a.size(), kNaN<T>);
          for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t p = 0; p < depth; ++p)
              transposed[gap * (p * rows + i)] = a[i * depth + p];
          const Strided<T> x{transposed.data(), gap, gap * rows};
          CHECK(product_of(x, true, before) == expected);
          CHECK(row_of(x) == first_row);
        }
      }
}

TEMPLATE_TEST_CASE("kernels: packing transposes rows and pads with 0", "[kernels]", float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>()) {
    const std::size_t cols = kernel->tile_cols;
    for (const std::size_t depth : {6U, 7U}) {
      const auto x = numbers<T>(cols * depth, 4);
      for (const std::size_t rows : {std::size_t{1}, cols - 1, cols})
        for (const Strided<T>& from :
             {Strided<T>{x.data(), depth, 1}, Strided<T>{x.data(), 1, cols}}) {
          std::vector<T> packed(depth * cols, kNaN<T>);
          kernel->pack(from, rows, depth, packed.data());
          for (std::size_t r = 0; r < cols; ++r)
            for (std::size_t p = 0; p < depth; ++p)
              CHECK(packed[p * cols + r] == (r < rows ? *from.from(r, p).data : T(0)));
        }
    }
  }
}

TEMPLATE_TEST_CASE("kernels: unpacking is the inverse of packing and writes nothing else",
                   "[kernels]", float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>()) {
    const std::size_t cols = kernel->tile_cols;
    for (const std::size_t depth : {1U, 4U, 7U, 8U})
      for (std::size_t rows = 1; rows <= cols; ++rows) {
        CAPTURE(cols, depth, rows);
        const std::size_t stride = depth + 2;
        const auto x = numbers<T>(cols * stride, 4);
        std::vector<T> packed(depth * cols), got(cols * stride, kInf<T>), expected = got;
        for (std::size_t r = 0; r < rows; ++r)
          std::copy_n(&x[r * stride], depth, &expected[r * stride]);
        kernel->pack(rows_of(x, stride), rows, depth, packed.data());
        kernel->unpack(packed.data(), rows, depth, got.data(), stride);
        CHECK(got == expected);
      }
  }
}

TEST_CASE("kernels: GELU has the same bits in every instruction set", "[kernels]") {
  constexpr std::size_t kCount = 152;
  auto x = numbers<double>(kCount, 5);
  for (std::size_t i = 0; i < kCount; ++i) x[i] *= static_cast<double>(i % 64);
  for (const bool by_tanh : {false, true}) {
    auto expected = x;
    std::vector<double> expected_slopes(kCount);
    gelu_kernels_of_machine().back()(by_tanh, expected.data(), expected_slopes.data(), kCount);
    for (auto* const kernel : gelu_kernels_of_machine()) {
      auto got = x;
      std::vector<double> slopes(kCount);
      kernel(by_tanh, got.data(), slopes.data(), kCount);
      CHECK(got == expected);
      CHECK(slopes == expected_slopes);
    }
  }
}

// The tolerance for softmax with the exponential of simd/row.hpp, whose error is at most 2 units in
// the last place.
template <class T>
constexpr Tolerance kSoftmax{.abs = std::is_same_v<T, double> ? 1e-14 : 1e-6,
                             .rel = std::is_same_v<T, double> ? 1e-13 : 2e-6};

TEMPLATE_TEST_CASE("kernels: column softmax and its backward pass write 0 after the last key",
                   "[kernels]", float, double) {
  using T = TestType;
  const std::size_t rows = 9;
  const auto* const plain = kernels_of_machine<T>().back();
  for (const auto* kernel : kernels_of_machine<T>())
    for (const std::size_t keys : {1U, 4U, 9U}) {
      const std::size_t cols = kernel->tile_cols;
      const std::size_t stride = cols + 3;
      CAPTURE(cols, keys);
      const auto logits = numbers<T>(rows * stride, 6);
      const auto slopes = numbers<T>(rows * stride, 7);
      auto gradient = slopes;
      const T factor = T(1.75);
      auto scaled = logits;
      for (T& l : scaled) l *= factor;
      auto weights = scaled;
      kernel->column_softmax(weights.data(), keys, rows, stride);
      kernel->column_softmax_gradient(weights.data(), gradient.data(), keys, rows, stride, factor);
      for (std::size_t c = 0; c < stride; ++c) {
        double total = 0;
        double mean = 0;
        for (std::size_t j = 0; j < keys; ++j)
          total += std::exp(double(logits[j * stride + c]) * double(factor));
        const auto weight = [&](std::size_t j) {
          return std::exp(double(logits[j * stride + c]) * double(factor)) / total;
        };
        for (std::size_t j = 0; j < keys; ++j) mean += weight(j) * double(slopes[j * stride + c]);
        for (std::size_t j = 0; j < rows; ++j) {
          const std::size_t at = j * stride + c;
          if (c >= cols) {
            CHECK(weights[at] == scaled[at]);
            CHECK(gradient[at] == slopes[at]);
            continue;
          }
          const double expected = j < keys ? weight(j) : 0;
          CHECK(passes(double(weights[at]), expected, kSoftmax<T>));
          CHECK(passes(double(gradient[at]),
                       double(factor) * expected * (double(slopes[at]) - mean), kSoftmax<T>));
        }
      }
      // `plain`, the kernel with the narrowest vectors, must compute the same bits.
      for (std::size_t c = 0; c + plain->tile_cols <= cols; c += plain->tile_cols) {
        auto narrow = scaled;
        plain->column_softmax(&narrow[c], keys, rows, stride);
        for (std::size_t j = 0; j < rows; ++j)
          CHECK(narrow[j * stride + c] == weights[j * stride + c]);
      }
    }
}

TEMPLATE_TEST_CASE("kernels: the softmax of a row has the same bits as its steps, on every machine",
                   "[kernels]", float, double) {
  using T = TestType;
  const auto* const plain = kernels_of_machine<T>().back();
  for (const auto* kernel : kernels_of_machine<T>())
    for (const std::size_t count : {1U, 3U, 16U, 17U, 100U})
      for (const T scale : {T(1), T(200)}) {
        CAPTURE(kernel->tile_cols, count, scale);
        auto x = numbers<T>(count, 8);
        for (T& e : x) e *= scale;
        std::vector<T> expected(count), got(count);
        plain->exp_of_difference(x.data(), count, plain->largest(x.data(), count), expected.data());
        const T share = 1 / plain->sum(expected.data(), count);
        for (T& e : expected) e *= share;
        kernel->softmax(x.data(), count, got.data());
        CHECK(got == expected);
        kernel->softmax(x.data(), count, x.data());
        CHECK(x == expected);
      }
}

TEMPLATE_TEST_CASE("kernels: a column with NaN or +inf becomes NaN, and -inf has weight 0",
                   "[kernels]", float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>()) {
    const std::size_t cols = kernel->tile_cols;
    std::vector<T> x(3 * cols, T(1));
    x[0] = kNaN<T>;
    x[1] = -kInf<T>;
    if (cols > 2) x[2] = kInf<T>;
    kernel->column_softmax(x.data(), 3, 3, cols);
    CHECK(std::isnan(x[0]));
    CHECK(std::isnan(x[cols]));
    CHECK(x[1] == 0);
    CHECK(x[cols + 1] == T(0.5));
    if (cols > 2) CHECK(std::isnan(x[cols + 2]));
  }
}

TEMPLATE_TEST_CASE("kernels: every instruction set gives the same bits", "[kernels]", float,
                   double) {
  using T = TestType;
  const auto kinds = kernels_of_machine<T>();
  const Kernels<T>& plain = *kinds.back();
  for (const auto* kernel : kinds)
    for (const Index n : kTileEdges) {
      CAPTURE(kernel->tile_cols, n);
      const auto x = numbers<T>(size(n), 5);
      CHECK(kernel->largest(x.data(), x.size()) == *std::max_element(x.begin(), x.end()));
      CHECK(kernel->sum(x.data(), x.size()) == plain.sum(x.data(), x.size()));
      const auto same = [&](auto act) {
        auto got = x;
        auto expected = x;
        act(*kernel, got);
        act(plain, expected);
        CHECK(got == expected);
      };
      for (const T shift : {T(0), T(0.4), T(200)})
        same([shift](const Kernels<T>& k, auto& y) {
          k.exp_of_difference(y.data(), y.size(), shift, y.data());
        });
      same([](const Kernels<T>& k, auto& y) { k.subtract(y.data(), y.size(), T(0.7)); });
      same([](const Kernels<T>& k, auto& y) { k.divide(y.data(), y.size(), T(0.7)); });
      CHECK(kernel->are_within(x.data(), x.size(), T(0.67)));
      for (const T odd : {kNaN<T>, kInf<T>, -kInf<T>}) {
        auto y = x;
        y[size(n) / 2] = odd;
        CHECK_FALSE(kernel->are_within(y.data(), y.size(), T(0.67)));
      }
    }
}

TEMPLATE_TEST_CASE("kernels: a softmax in two steps equals the softmax of all keys", "[kernels]",
                   float, double) {
  using T = TestType;
  constexpr double kTolerance = std::is_same_v<T, double> ? 1e-14 : 1e-6;
  const auto near = [](double got, double expected) {
    return std::abs(got - expected) <= kTolerance * std::abs(expected);
  };
  for (const auto* kernel : kernels_of_machine<T>()) {
    const std::size_t cols = kernel->tile_cols;
    const std::size_t keys = 5;
    CAPTURE(cols);
    const auto logits = numbers<T>(2 * keys * cols, 6);
    auto steps = logits;
    std::vector<T> largest(cols, -kInf<T>), sums(cols, T(0)), output(3 * cols, T(1));
    kernel->soften(steps.data(), keys, largest.data(), sums.data(), output.data(), 3);
    CHECK(output == std::vector<T>(3 * cols, T(0)));
    const auto first = largest;
    std::fill(output.begin(), output.end(), T(1));
    kernel->soften(&steps[keys * cols], keys, largest.data(), sums.data(), output.data(), 3);
    for (std::size_t c = 0; c < cols; ++c) {
      T most = -kInf<T>;
      double sum = 0;
      for (std::size_t j = 0; j < 2 * keys; ++j) most = std::max(most, logits[j * cols + c]);
      for (std::size_t j = 0; j < 2 * keys; ++j)
        sum += std::exp(static_cast<double>(logits[j * cols + c] - most));
      CHECK(largest[c] == most);
      CHECK(near(static_cast<double>(sums[c]), sum));
      const auto factor = std::exp(static_cast<double>(first[c] - most));
      CHECK(near(static_cast<double>(output[2 * cols + c]), factor));
      const T last = logits[(2 * keys - 1) * cols + c];
      CHECK(near(static_cast<double>(steps[(2 * keys - 1) * cols + c]),
                 std::exp(static_cast<double>(last - most))));
    }
    kernel->normalise(output.data(), 3, sums.data());
    for (std::size_t c = 0; c < cols; ++c) CHECK(output[c] <= 1 / sums[c]);
  }
}

TEMPLATE_TEST_CASE("kernels: a divisor whose reciprocal overflows divides", "[kernels]", float,
                   double) {
  using T = TestType;
  const T divisor = std::numeric_limits<T>::min() / 8;
  REQUIRE(1 / divisor == kInf<T>);
  for (const auto* kernel : kernels_of_machine<T>()) {
    std::vector<T> x = {0, divisor, 2 * divisor};
    kernel->divide(x.data(), x.size(), divisor);
    CHECK(x == std::vector<T>{0, 1, 2});
  }
}

TEMPLATE_TEST_CASE("kernels: a weight does not depend on its neighbours and is never subnormal",
                   "[kernels]", float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>()) {
    const std::size_t cols = kernel->tile_cols;
    const std::size_t keys = 7;
    // In each column the first key has the largest logit. Many other logits are so far below it
    // that their weights are 0.
    auto logits = numbers<T>(keys * cols, 7);
    for (T& l : logits) l *= std::is_same_v<T, float> ? 130 : 1100;
    const T most = std::is_same_v<T, float> ? T(90) : T(740);
    std::fill_n(logits.begin(), cols, most);
    const auto softened = [&](T first) {
      auto x = logits;
      x[0] = first;
      std::vector<T> largest(cols, -kInf<T>), sums(cols, T(0));
      kernel->soften(x.data(), keys, largest.data(), sums.data(), nullptr, 0);
      return x;
    };
    const auto weights = softened(most);
    std::vector<T> expected(keys * cols);
    kernel->exp_of_difference(logits.data(), logits.size(), most, expected.data());
    std::size_t zeros = 0;
    for (std::size_t e = 0; e < keys * cols; ++e) {
      CAPTURE(cols, logits[e]);
      const bool is_least = logits[e] - most < (std::is_same_v<T, float> ? T(-87) : T(-708));
      if (weights[e] != (is_least ? T(0) : expected[e])) FAIL(weights[e]);
      if (weights[e] != 0 && !std::isnormal(weights[e])) FAIL(weights[e]);
      if (weights[e] == 0) ++zeros;
    }
    CHECK(zeros > 0);
    CHECK(zeros < (keys - 1) * cols);
    for (const T beside : {T(-1e4), T(1e4), -kInf<T>, kInf<T>, kNaN<T>}) {
      const auto others = softened(beside);
      for (std::size_t e = 0; e < keys * cols; ++e)
        if (e % cols != 0 && others[e] != weights[e]) FAIL(e);
    }
  }
}

// A row in which all numbers are near 0 uses a faster exponential, so a number far from 0 changes
// the code path of its neighbours.
TEMPLATE_TEST_CASE("kernels: an exponential has the same bits with any neighbours", "[kernels]",
                   float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>())
    for (const Index n : kTileEdges) {
      auto x = numbers<T>(size(n), 8);
      for (T& e : x) e *= 130;
      const auto exponentials = [&](T first) {
        x[0] = first;
        std::vector<T> result(x.size(), kNaN<T>);
        kernel->exp_of_difference(x.data(), x.size(), T(0.5), result.data());
        return std::vector<T>(result.begin() + 1, result.end());
      };
      const auto near = exponentials(0);
      for (const T far : {T(-1e4), T(1e4), -kInf<T>, kInf<T>, kNaN<T>}) {
        CAPTURE(kernel->tile_cols, n, far);
        CHECK(exponentials(far) == near);
      }
    }
}

// Sizes and positions cover every lane of a vector, the first and last vector, and the remainder
// after whole vectors.
TEMPLATE_TEST_CASE("kernels: NaN at any position affects only its own exponential and no maximum",
                   "[kernels]", float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>())
    for (const Index n : kTileEdges) {
      auto x = numbers<T>(size(n), 9);
      std::vector<T> expected(x.size());
      kernel->exp_of_difference(x.data(), x.size(), T(0.5), expected.data());
      for (std::size_t place = 0; place < x.size(); ++place) {
        CAPTURE(kernel->tile_cols, n, place);
        auto y = x;
        y[place] = -kInf<T>;
        const T others = *std::max_element(y.begin(), y.end());
        y[place] = kNaN<T>;
        CHECK(kernel->largest(y.data(), y.size()) == others);
        CHECK(std::isnan(kernel->sum(y.data(), y.size())));
        kernel->exp_of_difference(y.data(), y.size(), T(0.5), y.data());
        CHECK(std::isnan(y[place]));
        y[place] = expected[place];
        CHECK(y == expected);
      }
      std::fill(x.begin(), x.end(), kNaN<T>);
      CHECK(kernel->largest(x.data(), x.size()) == -kInf<T>);
    }
}

TEMPLATE_TEST_CASE("kernels: NaN in a logit affects only the sum of its own query", "[kernels]",
                   float, double) {
  using T = TestType;
  for (const auto* kernel : kernels_of_machine<T>()) {
    const std::size_t cols = kernel->tile_cols;
    const std::size_t keys = 3;
    const auto logits = numbers<T>(keys * cols, 10);
    const auto soften = [&](std::vector<T> x, std::vector<T>& largest) {
      std::vector<T> sums(cols, T(1));
      largest.assign(cols, T(0.1));
      kernel->soften(x.data(), keys, largest.data(), sums.data(), nullptr, 0);
      return sums;
    };
    std::vector<T> largest;
    const auto sums = soften(logits, largest);
    for (std::size_t place = 0; place < logits.size(); ++place) {
      CAPTURE(cols, place);
      const std::size_t query = place % cols;
      auto x = logits;
      std::vector<T> most;
      x[place] = -kInf<T>;
      soften(x, most);
      x[place] = kNaN<T>;
      std::vector<T> got_largest;
      auto got = soften(x, got_largest);
      CHECK(got_largest == most);
      CHECK(std::isnan(got[query]));
      got[query] = sums[query];
      CHECK(got == sums);
    }
  }
}

}  // namespace
}  // namespace attention::simd
