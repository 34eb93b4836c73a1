// SPDX-License-Identifier: MIT
#include "attention/eigen.hpp"

#include <Eigen/Core>

#include "attention/attention.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"

namespace attention {
namespace {

using test::refusal;

template <class X>
const void* address_read(const X& x) {
  const auto& read = abi::read(x);
  return TensorView<typename X::Scalar>(read).data();
}

template <class X>
bool reads_in_place(const X& x) {
  return address_read(x) == x.data();
}

using Outer = Eigen::OuterStride<>;
using Both = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

TEST_CASE("eigen: row-major matrices, blocks and maps are read in place") {
  RowMajorMatrix<double> x = RowMajorMatrix<double>::Random(5, 6);
  CHECK(reads_in_place(x));
  CHECK(reads_in_place(x.topRows(2)));
  CHECK(reads_in_place(x.middleCols(1, 3)));
  CHECK(reads_in_place(x.row(2)));
  CHECK(reads_in_place(Eigen::Map<const RowMajorMatrix<double>>(x.data(), 3, 4)));
  CHECK(reads_in_place(Eigen::Map<RowMajorMatrix<double>, 0, Outer>(x.data(), 3, 4, Outer(6))));
  const Eigen::Ref<const RowMajorMatrix<double>> reference(x);
  CHECK(reads_in_place(reference));
  CHECK(reads_in_place(Eigen::Array<double, 3, 2, Eigen::RowMajor>::Zero().eval()));

  Eigen::VectorXd vector = Eigen::VectorXd::Random(7);
  CHECK(reads_in_place(vector));
  CHECK(reads_in_place(vector.segment(2, 3)));
  CHECK(reads_in_place(Eigen::RowVectorXd::Zero(4).eval()));
}

TEST_CASE("eigen: everything else is copied once, with the same entries") {
  Eigen::MatrixXd x = Eigen::MatrixXd::Random(5, 6);
  CHECK_FALSE(reads_in_place(x));
  CHECK_FALSE(reads_in_place(x.row(2)));
  const Eigen::Map<const RowMajorMatrix<double>, 0, Both> sparse(x.data(), 2, 3, Both(12, 2));
  CHECK_FALSE(reads_in_place(sparse));

  const auto holds = [](const auto& given) {
    const RowMajorMatrix<double> expected = RowMajorMatrix<double>(given.matrix());
    return as_matrix(to_tensor(given)) == expected;
  };
  CHECK(holds(x));
  CHECK(holds(x.transpose()));
  CHECK(holds(x.block(1, 2, 3, 2)));
  CHECK(holds(2 * x + Eigen::MatrixXd::Ones(5, 6)));
  CHECK(holds(x.array() * x.array()));
  CHECK(holds(x.row(2)));
  CHECK(holds(sparse));
  CHECK(holds(x.col(1)));
  const RowMajorMatrix<double> rows = x;
  CHECK(holds(rows.middleCols(2, 2)));
}

TEST_CASE("eigen: both storage orders give the same result") {
  const RowMajorMatrix<float> q = RowMajorMatrix<float>::Random(3, 4);
  const RowMajorMatrix<float> k = RowMajorMatrix<float>::Random(5, 4);
  const RowMajorMatrix<float> v = RowMajorMatrix<float>::Random(5, 2);
  const Eigen::MatrixXf q_columns = q;
  const Eigen::MatrixXf v_columns = v;
  const auto expected = scaled_dot_product(q, k, v);
  CHECK(as_matrix(scaled_dot_product(q_columns, k, v_columns)) == as_matrix(expected));
  CHECK(as_matrix(scaled_dot_product(1 * q_columns, k.topRows(5), v_columns.array())) ==
        as_matrix(expected));
}

TEST_CASE("eigen: results are written to row-major matrices, blocks and maps") {
  const Eigen::MatrixXd q = Eigen::MatrixXd::Random(3, 4);
  const auto expected = scaled_dot_product(q, q, q);
  RowMajorMatrix<double> whole = RowMajorMatrix<double>::Zero(5, 6);
  scaled_dot_product_into(whole.block(1, 1, 3, 4), q, q, q);
  CHECK(whole.block(1, 1, 3, 4) == as_matrix(expected));
  CHECK(whole.row(0).isZero());
  CHECK(whole.col(0).isZero());
  CHECK(whole.col(5).isZero());

  RowMajorMatrix<double> output(3, 4);
  scaled_dot_product_into(output, q, q, q);
  CHECK(output == as_matrix(expected));
  CHECK(refusal([&] { scaled_dot_product_into(whole, q, q, q); }) ==
        "ShapeMismatch | output: expected (3, 4), got (5, 6)");
  static_assert(!WritableTensorLike<Eigen::MatrixXd&>);
  static_assert(!WritableTensorLike<const RowMajorMatrix<double>&>);
}

TEST_CASE("eigen: options and parameters accept matrices that are read in place") {
  const RowMajorMatrix<double> x = RowMajorMatrix<double>::Random(3, 4);
  const RowMajorMatrix<double> W = RowMajorMatrix<double>::Identity(4, 4);
  const auto output =
      multi_head(x, x, x, {.W_q = W, .W_k = W, .W_v = W, .W_o = W}, {.num_heads = 1});
  CHECK(as_matrix(output).isApprox(as_matrix(scaled_dot_product(x, x, x)), 1e-15));
  static_assert(!std::is_convertible_v<RowMajorMatrix<double>, TensorView<double>>);
  static_assert(!std::is_convertible_v<const Eigen::MatrixXd&, TensorView<double>>);

  Eigen::Matrix<std::uint8_t, 3, 3, Eigen::RowMajor> keep;
  keep << 1, 0, 0, 1, 1, 0, 1, 1, 1;
  CHECK(as_matrix(scaled_dot_product(x, x, x, {.mask = {.keep = view(keep)}})) ==
        as_matrix(scaled_dot_product(x, x, x, {.mask = {.causal = true}})));
}

TEST_CASE("eigen: parameters accept column-major matrices, expressions and temporaries") {
  const RowMajorMatrix<double> x = RowMajorMatrix<double>::Random(3, 4);
  const Eigen::MatrixXd W = Eigen::MatrixXd::Random(4, 4);
  const RowMajorMatrix<double> rows = W;
  const auto expected =
      multi_head(x, x, x, {.W_q = rows, .W_k = rows, .W_v = rows, .W_o = rows}, {});
  const MultiHeadParameters<double> parameters = {
      .W_q = W, .W_k = 1 * W, .W_v = Eigen::MatrixXd(W), .W_o = RowMajorMatrix<double>(W)};
  CHECK(as_matrix(multi_head(x, x, x, parameters, {})) == as_matrix(expected));
  CHECK(TensorArgument<double>(rows).data() == rows.data());

  const Eigen::VectorXd w_v = Eigen::VectorXd::Random(4);
  const auto scores =
      additive_scores(x, x, {.W_q = W, .W_k = W, .w_v = w_v.transpose(), .bias = -w_v.transpose()});
  const RowMajorMatrix<double> row = w_v.transpose();
  const RowMajorMatrix<double> bias = -row;
  CHECK(as_matrix(scores) ==
        as_matrix(additive_scores(x, x, {.W_q = rows, .W_k = rows, .w_v = row, .bias = bias})));
  static_assert(!std::is_convertible_v<const Eigen::MatrixXf&, TensorArgument<double>>);

  const Eigen::MatrixXd added = Eigen::MatrixXd::Random(3, 3);
  const RowMajorMatrix<double> added_rows = added;
  CHECK(as_matrix(scaled_dot_product(x, x, x, {.score_bias = added})) ==
        as_matrix(scaled_dot_product(x, x, x, {.score_bias = added_rows})));
}

TEST_CASE("eigen: a tensor is a matrix without a copy") {
  Tensor<double> x({2, 2, 3});
  CHECK(as_matrix(x).rows() == 4);
  CHECK(as_matrix(x).data() == x.data());
  as_matrix(x).setConstant(3);
  CHECK(x(3, 2) == 3);
  const auto matrix = as_matrix(Tensor<double>(x));
  static_assert(std::is_same_v<decltype(matrix), const RowMajorMatrix<double>>);
  CHECK(matrix == as_matrix(x));
}

TEST_CASE("eigen: matrices may have no entries") {
  const RowMajorMatrix<double> none(0, 4);
  const Eigen::MatrixXd keys = Eigen::MatrixXd::Random(5, 4);
  CHECK(scaled_dot_product(none, keys, keys).shape() == Shape{0, 4});
  CHECK(scaled_dot_product(Eigen::MatrixXd(0, 4), keys, keys).shape() == Shape{0, 4});
}

TEST_CASE("eigen: the gain and bias of a norm are vectors of either direction") {
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(4, 3);
  const Eigen::Vector3d gain(1, 2, 3);
  const Eigen::RowVector3d bias(4, 5, 6);
  const Tensor<double> norm = layer_norm(x, {.gain = gain, .bias = bias});
  const Eigen::ArrayXXd plain = as_matrix(layer_norm(x)).array();
  const Eigen::ArrayXXd expected =
      (plain.rowwise() * gain.transpose().array()).rowwise() + bias.array();
  CHECK((as_matrix(norm).array() - expected).abs().maxCoeff() < 1e-15);
  CHECK(refusal([&] { rms_norm(x, {.gain = x}); }) ==
        "ShapeMismatch | gain: expected (3), got (4, 3)");
}

}  // namespace
}  // namespace attention
