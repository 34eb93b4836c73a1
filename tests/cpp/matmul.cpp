// SPDX-License-Identifier: MIT
#include "attention/detail/product.hpp"

#include <cmath>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference.hpp"
#include "support/samples.hpp"

namespace attention::test {

namespace {

// Random multiples of 1/3072. Most of them are not exact in T, so their products and sums are
// rounded.
template <class T>
Matrix<T> thirds(Index rows, Index cols, unsigned seed) {
  return random_matrix<T>(rows, cols, seed, -1, 1) / T(3);
}

template <class T>
void check_products(Index m, Index n, Index k) {
  CAPTURE(m, n, k);
  const auto a = thirds<T>(m, k, 1);
  const auto b = thirds<T>(k, n, 2);
  const auto start = thirds<T>(m, n, 3);
  const Matrix<T> a_transposed = a.transpose();
  const Matrix<T> b_transposed = b.transpose();
  // `reference::multiply_add` sums the terms of an entry from first to last. simd/matmul.hpp
  // guarantees this order for the library, so the results are equal bit for bit.
  const Matrix<T> product = reference::multiply_add<T>(a, b, Matrix<T>::Zero(m, n));
  const Matrix<T> added = reference::multiply_add<T>(a, b, start);

  Matrix<T> c = start;
  multiply<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(product));
  c = start;
  multiply_transposed<T>(a, b_transposed, c);
  CHECK_THAT(c, is_exactly<T>(product));
  c = start;
  multiply_add<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(added));
  c = start;
  transposed_multiply_add<T>(a_transposed, b, c);
  CHECK_THAT(c, is_exactly<T>(added));
}

TEMPLATE_TEST_CASE("matmul: by hand", "[matmul]", float, double) {
  using T = TestType;
  // The 2 × 2 example of document 000 (a source text, see web/src/ledger): a·b is [[19, 22], [43,
  // 50]], a·bᵀ is [[17, 23], [39, 53]].
  const auto a = rows<T>({{1, 2}, {3, 4}});
  const auto b = rows<T>({{5, 6}, {7, 8}});
  Matrix<T> c(2, 2);
  multiply<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(rows<T>({{19, 22}, {43, 50}})));
  multiply_transposed<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(rows<T>({{17, 23}, {39, 53}})));
  multiply_add<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(rows<T>({{36, 45}, {82, 103}})));
  c.setConstant(100);
  transposed_multiply_add<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(rows<T>({{126, 130}, {138, 144}})));
}

TEMPLATE_TEST_CASE("matmul: every shape is summed in the order of p, bit for bit", "[matmul]",
                   float, double) {
  std::size_t turn = 0;
  for (const Index m : kTileEdges)
    for (const Index n : kTileEdges)
      check_products<TestType>(m, n, kTileEdges[(turn += 7) % kTileEdges.size()]);
  for (const auto& sizes : random_sizes(3, 4))
    check_products<TestType>(sizes[0], sizes[1], sizes[2]);
  // This product has more columns, and more terms in each sum, than a block. So the library splits
  // both into blocks.
  check_products<TestType>(21, 260, 259);
}

TEMPLATE_TEST_CASE("matmul: rows, columns or terms may be 0", "[matmul]", float, double) {
  using T = TestType;
  for (const Index m : {0, 1, 5})
    for (const Index n : {0, 1, 9})
      for (const Index k : {0, 1, 3}) check_products<T>(m, n, k);
  Matrix<T> c = Matrix<T>::Constant(5, 9, kNaN<T>);
  multiply<T>(Matrix<T>(5, 0), Matrix<T>(0, 9), c);
  CHECK_THAT(c, is_exactly<T>(Matrix<T>::Zero(5, 9)));
}

TEMPLATE_TEST_CASE("matmul: a·b ignores the previous contents of c, even NaN", "[matmul]", float,
                   double) {
  using T = TestType;
  const auto a = thirds<T>(6, 3, 5);
  const auto b = thirds<T>(3, 11, 6);
  const Matrix<T> b_transposed = b.transpose();
  const Matrix<T> expected = reference::multiply_add<T>(a, b, Matrix<T>::Zero(6, 11));
  Matrix<T> c = Matrix<T>::Constant(6, 11, kNaN<T>);
  multiply<T>(a, b, c);
  CHECK_THAT(c, is_exactly<T>(expected));
  c.setConstant(kInf<T>);
  multiply_transposed<T>(a, b_transposed, c);
  CHECK_THAT(c, is_exactly<T>(expected));
}

TEMPLATE_TEST_CASE("matmul: blocks of larger matrices work, and nothing outside them is written",
                   "[matmul]", float, double) {
  using T = TestType;
  for (const Index m : {1, 4, 6})
    for (const Index n : {1, 8, 13}) {
      const Index k = 5;
      CAPTURE(m, n);
      const auto big_a = thirds<T>(m + 2, k + 3, 7);
      const auto big_b = thirds<T>(k + 1, n + 4, 8);
      const Matrix<T> a = big_a.block(1, 2, m, k);
      const Matrix<T> b = big_b.block(1, 3, k, n);
      Matrix<T> expected = Matrix<T>::Constant(m + 2, n + 2, 77);
      expected.block(1, 1, m, n) = reference::multiply_add<T>(a, b, Matrix<T>::Zero(m, n));
      Matrix<T> c = Matrix<T>::Constant(m + 2, n + 2, 77);
      multiply<T>(big_a.block(1, 2, m, k), big_b.block(1, 3, k, n), c.block(1, 1, m, n));
      CHECK_THAT(c, is_exactly<T>(expected));
      expected.block(1, 1, m, n) = reference::multiply_add<T>(a, b, expected.block(1, 1, m, n));
      multiply_add<T>(big_a.block(1, 2, m, k), big_b.block(1, 3, k, n), c.block(1, 1, m, n));
      CHECK_THAT(c, is_exactly<T>(expected));
    }
}

TEMPLATE_TEST_CASE("matmul: NaN and infinity reach their own row and column, as in IEEE 754",
                   "[matmul]", float, double) {
  using T = TestType;
  for (Index i = 0; i < 7; ++i)
    for (const T odd : {kNaN<T>, kInf<T>}) {
      CAPTURE(i, odd);
      Matrix<T> a = Matrix<T>::Ones(7, 3);
      Matrix<T> b = Matrix<T>::Ones(3, 10);
      a(i, 1) = odd;
      b(1, 4) = 0;  // ∞ · 0 is NaN: the product must not skip terms with factor 0.
      Matrix<T> c(7, 10);
      multiply<T>(a, b, c);
      Matrix<T> expected = Matrix<T>::Constant(7, 10, 3);
      expected.col(4).setConstant(2);
      expected.row(i).setConstant(odd);
      expected(i, 4) = kNaN<T>;
      CHECK_THAT(c, is_exactly<T>(expected));
    }
}

}  // namespace
}  // namespace attention::test
