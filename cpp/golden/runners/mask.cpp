// SPDX-License-Identifier: MIT
#include "attention/detail/mask.hpp"

#include "golden/runners.hpp"
#include "golden/runners/options.hpp"
#include "golden/runners/values.hpp"
#include "lab/document_fills.hpp"

namespace attention::golden {

using namespace lab;
namespace {

// Reads scores in a shape that the library expects: a list becomes a matrix with one row.
template <class T>
Tensor<T> scores(const Case& golden, const std::string& name) {
  Tensor<T> x = tensor<T>(golden, name);
  if (x.shape.size() < 2) x.shape = {1, side(x.shape)};
  return x;
}

template <class T>
Tensors masked_softmax_case(const Case& golden) {
  const auto stages = masked_softmax<T>(scores<T>(golden, "x"), visibility<T>(golden),
                                        masking<T>(golden, kDocumentFills[2]));
  return {{"y", output(input(golden, "x").shape, stages.weights.rows)}};
}

template <class T>
Tensors masked_softmax_lens(const Case& golden) {
  const auto stages = masked_softmax<T>(scores<T>(golden, "X"), visibility<T>(golden),
                                        masking<T>(golden, kDocumentFills[1]));
  return {{"y", output(input(golden, "X").shape, stages.weights.rows)}};
}

// Runs a masked softmax twice, as the code of the lessons' source documents does: it masks the
// scores in place, so that the second call starts from the masked scores of the first.
template <class T>
Tensors mask_softmax_twice_inplace(const Case& golden) {
  const Tensor<T> x = scores<T>(golden, "X");
  const Visibility second = visible_by<T>(golden, "lens2");
  const auto with = masking<T>(golden, kDocumentFills[1]);
  const auto first = masked_softmax<T>(x, visible_by<T>(golden, "lens1"), with);
  return {{"y1", output(first.weights)},
          {"X_after_first", output(first.logits)},
          {"y2_seed_behaviour", output(masked_softmax<T>(first.logits, second, with).weights)},
          {"y2_correct", output(masked_softmax<T>(x, second, with).weights)}};
}

}  // namespace

RunnerTable mask_runners() {
  return {{"masked_softmax", {masked_softmax_case<double>, masked_softmax_case<float>}},
          {"masked_softmax_lens", {masked_softmax_lens<double>, masked_softmax_lens<float>}},
          {"mask_softmax_twice_inplace",
           {mask_softmax_twice_inplace<double>, mask_softmax_twice_inplace<float>}}};
}

}  // namespace attention::golden
