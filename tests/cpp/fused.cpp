// SPDX-License-Identifier: MIT
// Tests the option ATTENTION_FUSED (fused multiply-adds). The program compiles its own copy of the
// SIMD kernels with the option.
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "simd/kernels.hpp"
#include "simd/matmul.hpp"
#include "simd/row.hpp"

namespace attention::simd {
namespace {

void check(bool is_right, const char* what) {
  if (!is_right) throw std::runtime_error(what);
}

// Numbers in [−1, 1) whose significands use all bits of T, so that products are not exact.
template <class T>
std::vector<T> numbers(std::size_t count, std::uint64_t seed) {
  std::vector<T> list(count);
  for (T& x : list) {
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    x = static_cast<T>(static_cast<double>(seed >> 11U) * 0x1p-52 - 1);
  }
  return list;
}

bool has_fused_multiply_add() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return false;  // unknown on other platforms
#endif
}

// (1 + e)² − (1 + 2e) is e². The computed result is 0 if the product is rounded before the
// addition.
template <class T>
void products_round_once() {
  constexpr std::size_t kSide = 12;  // enough rows and columns to use the tiled kernel
  const T e = std::ldexp(T(1), -(std::numeric_limits<T>::digits + 1) / 2);
  const std::vector<T> a(kSide * kSide, 1 + e);
  std::vector<T> b(kSide * kSide, 0);
  for (std::size_t j = 0; j < kSide; ++j) b[j * kSide] = 1 + e;
  std::vector<T> c(kSide * kSide, -(1 + 2 * e));
  multiply_transposed_add<T>({a.data(), kSide, kSide, kSide}, {b.data(), kSide, kSide, kSide},
                             {c.data(), kSide, kSide, kSide});
  for (const T x : c) check(x == e * e, "a product was rounded before it was added");
}

// Rounding has a relative error of at most u, half of epsilon. So after k steps c ← a·b + c, the
// sum differs from the exact one by at most γ_k Σ_p |a_p b_p| with γ_k = k u / (1 − k u). If the
// products are rounded too, γ_k becomes γ_{k+1} (Higham 2002, lemma 3.1 and §3.1). `bound` also
// includes the rounding error of the reference sum.
template <class T, class Exact>
void products_are_within_their_bound(std::size_t m, std::size_t n, std::size_t k) {
  const auto gamma = [](std::size_t steps, Exact epsilon) {
    const Exact ku = static_cast<Exact>(steps) * epsilon / 2;
    return ku / (1 - ku);
  };
  const Exact bound = gamma(k, std::numeric_limits<T>::epsilon()) +
                      gamma(k + 1, std::numeric_limits<Exact>::epsilon());
  const auto a = numbers<T>(m * k, 1);
  const auto b = numbers<T>(n * k, 2);
  std::vector<T> c(m * n);
  multiply_transposed<T>({a.data(), m, k, k}, {b.data(), n, k, k}, {c.data(), m, n, n});
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      Exact sum = 0;
      Exact magnitudes = 0;
      for (std::size_t p = 0; p < k; ++p) {
        const Exact product = Exact(a[i * k + p]) * Exact(b[j * k + p]);
        sum += product;
        magnitudes += std::abs(product);
      }
      check(std::abs(Exact(c[i * n + j]) - sum) <= bound * magnitudes,
            "a product is off by more than its bound");
    }
}

// simd/row.hpp guarantees an error of at most 2 units in the last place, with and without
// ATTENTION_FUSED.
void exponentials_are_within_two_units() {
  constexpr float kStep = 0x1p-9F;
  for (float x = -87; x < 88; x += kStep) {
    float y = x;
    exp_in_place(std::span<float>(&y, 1));
    const double exact = std::exp(static_cast<double>(x));
    const auto near = static_cast<float>(exact);
    const double unit = static_cast<double>(std::nextafter(near, INFINITY)) - near;
    check(std::abs(static_cast<double>(y) - exact) <= 2 * unit,
          "an exponential is off by more than 2 units in the last place");
  }
}

void run() {
  if (has_fused_multiply_add()) {
    products_round_once<float>();
    products_round_once<double>();
  }
  for (const std::size_t k : {20U, 128U, 300U, 1000U}) {
    products_are_within_their_bound<float, double>(13, 70, k);
    products_are_within_their_bound<double, long double>(13, 70, k);
  }
  exponentials_are_within_two_units();
}

}  // namespace
}  // namespace attention::simd

int main() {
  try {
    attention::simd::run();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
