// SPDX-License-Identifier: MIT
#include "attention/softmax.hpp"

#include <string>

#include "attention/detail/boundary.hpp"
#include "attention/detail/gradient/softmax.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/softmax.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using detail::guarded;
using detail::inside;
using detail::outside;

namespace {

void check_same(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected)
    throw Error(ErrorKind::kShapeMismatch, argument, detail::shape_text(expected),
                detail::shape_text(shape));
}

// Returns class numbers as a column.
detail::MatrixView<Index> classes(const TensorView<Index>& targets, Index rows) {
  if (targets.shape() != Shape{rows} && targets.shape() != Shape{rows, 1})
    throw Error(ErrorKind::kShapeMismatch, "targets", detail::shape_text(Shape{rows}),
                detail::shape_text(targets.shape()));
  const Index step = targets.shape().size() == 1 ? 1 : targets.row_stride();
  return Eigen::Map<const detail::Matrix<Index>, Eigen::Unaligned, Eigen::OuterStride<>>(
      targets.data(), rows, 1, Eigen::OuterStride<>(step));
}

}  // namespace

template <class T>
Tensor<T> softmax(const TensorView<T>& logits, double temperature) {
  return guarded([&] {
    return outside<T>(logits.shape(),
                      detail::softmax<T>(inside(logits).rows, static_cast<T>(temperature)));
  });
}

template <class T>
void softmax_into(const TensorSpan<T>& weights, const TensorView<T>& logits, double temperature) {
  guarded([&] {
    check_same("weights", weights.shape(), logits.shape());
    // Each row is written only after it was read.
    const bool is_in_place = weights.data() == logits.data() &&
                             (weights.rows() <= 1 || weights.row_stride() == logits.row_stride());
    if (!is_in_place) detail::check_apart("weights", weights.view(), "logits", logits);
    detail::softmax_into<T>(inside(logits).rows, static_cast<T>(temperature), inside(weights));
  });
}

template <class T>
Tensor<T> softmax_gradient(const TensorView<T>& weights, const TensorView<T>& weights_gradient,
                           double temperature) {
  return guarded([&] {
    check_same("weights_gradient", weights_gradient.shape(), weights.shape());
    return outside<T>(weights.shape(), detail::softmax_gradient<T>(inside(weights).rows,
                                                                   inside(weights_gradient).rows,
                                                                   static_cast<T>(temperature)));
  });
}

template <class T>
CrossEntropy<T> cross_entropy(const TensorView<T>& logits, const TensorView<Index>& targets) {
  return guarded([&] {
    const auto x = detail::matrix("logits", logits);
    auto result = detail::cross_entropy_of_classes<T>(x, classes(targets, x.rows()));
    return CrossEntropy<T>{outside<T>({x.rows()}, std::move(result.losses)), result.loss,
                           outside(std::move(result.logits_gradient))};
  });
}

ATTENTION_INSTANTIATE(softmax);
ATTENTION_INSTANTIATE(softmax_into);
ATTENTION_INSTANTIATE(softmax_gradient);
ATTENTION_INSTANTIATE(cross_entropy);

}  // namespace attention::abi
