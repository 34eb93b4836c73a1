// SPDX-License-Identifier: MIT
#include "arguments.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace attention::test::fuzz {
namespace {

// 2²⁰ to 2²², or 2⁴³ to 2⁶², which is too large for any memory. Lengths between these ranges could
// take more memory than libFuzzer allows.
Index large_side(Bytes& bytes) {
  const Index choice = bytes.between(0, 22);
  return Index(1) << (choice < 3 ? 20 + choice : 40 + choice);
}

Shape bent(Bytes& bytes, Shape shape) {
  switch (bytes.between(0, 3)) {
    case 0:
      shape.push_back(bytes.between(0, 3));
      break;
    case 1:
      shape.pop_back();
      break;
    case 2:
      shape[bytes.byte() % shape.size()] = bytes.between(0, 8);
      break;
    default:
      // A shape with one axis of length 0 and other axes of any length, so it has no entries.
      for (Index& side : shape)
        if (bytes.once_in(2)) side = large_side(bytes);
      shape.insert(shape.begin() + bytes.byte() % static_cast<std::ptrdiff_t>(shape.size()), 0);
  }
  return shape;
}

// A shape that broadcasts to the scores: the last axes of the scores, or none, some with length 1.
// Occasionally another shape.
Shape mask_shape(Bytes& bytes, const Shape& scores) {
  const auto axes =
      static_cast<std::ptrdiff_t>(bytes.between(0, static_cast<Index>(scores.size())));
  Shape shape(scores.end() - axes, scores.end());
  for (Index& side : shape)
    if (bytes.once_in(4)) side = 1;
  return shape.empty() || !bytes.once_in(8) ? shape : bent(bytes, shape);
}

// One flag for each entry of a tensor of this shape. Occasionally, some are neither 0 nor 1.
std::vector<std::uint8_t> flags(Bytes& bytes, const Shape& shape) {
  const bool may_be_other = bytes.once_in(16);
  std::vector<std::uint8_t> flags(static_cast<std::size_t>(size_of(shape)));
  for (std::uint8_t& flag : flags) {
    flag = bytes.byte();
    if (!may_be_other || flag < 224) flag = flag % 3 == 0 ? 0 : 1;
  }
  return flags;
}

Mask some_mask(Bytes& bytes, const Shape& scores) {
  const Shape shape = mask_shape(bytes, scores);
  return {shape, flags(bytes, shape)};
}

ValidLens some_lens(Bytes& bytes, const Shape& scores) {
  Shape shape;
  const Index axes = bytes.between(0, 2);
  if (axes > 0) shape.push_back(scores[0]);
  if (axes > 1) shape.push_back(side(scores, 1));
  if (!shape.empty() && bytes.once_in(8)) shape = bent(bytes, shape);
  ValidLens lens{shape, std::vector<double>(static_cast<std::size_t>(size_of(shape)))};
  for (double& len : lens.lens)
    len = static_cast<double>(bytes.once_in(8) ? bytes.whole() : bytes.between(-1, 9));
  return lens;
}

}  // namespace

Shape some_leading(Bytes& bytes) {
  Shape shape;
  for (Index axes = bytes.between(0, 2); axes > 0; --axes) shape.push_back(bytes.between(0, 3));
  return shape;
}

template <class T>
Tensor<T> some_tensor(Bytes& bytes, Shape shape) {
  return bytes.tensor<T>(bytes.once_in(32) ? bent(bytes, std::move(shape)) : shape);
}

Visibility some_visibility(Bytes& bytes, const Shape& scores) {
  Visibility visibility;
  const std::uint8_t which = bytes.byte();
  visibility.causal = (which & 1U) != 0;
  if ((which & 2U) != 0) visibility.mask = some_mask(bytes, scores);
  if ((which & 4U) != 0) visibility.valid_lens = some_lens(bytes, scores);
  if ((which & 8U) != 0) visibility.mask_axes = MaskAxes::kTrailing;
  if ((which & 16U) != 0) visibility.alignment = CausalAlignment::kBottomRight;
  return visibility;
}

template <class T>
std::optional<Tensor<T>> some_bias(Bytes& bytes, const Shape& scores) {
  if (!bytes.once_in(4)) return {};
  return bytes.tensor<T>(mask_shape(bytes, scores));
}

template <class T>
bool has_large_entries(const std::optional<Tensor<T>>& bias) {
  if (!bias) return false;
  for (Index e = 0; e < bias->rows.size(); ++e)
    if (const T entry = std::abs(bias->rows.data()[e]); std::isfinite(entry) && entry > 100)
      return true;
  return false;
}

template <class T>
bool cancels(const Tensor<T>& queries, const Tensor<T>& keys, const Tensor<T>& scaled_scores,
             T divisor, Index r) {
  // Cancellation matters only if the products' magnitudes, divided by the divisor, sum to more than
  // this. Otherwise, the tolerances allow for the rounding errors.
  constexpr double small = 200;
  const Index n = side(keys.shape, 1);
  const Index group = batch_of(queries.shape) / batch_of(keys.shape);
  const Index first = r / side(queries.shape, 1) / group * n;
  for (Index j = 0; j < n; ++j) {
    const auto query = queries.rows.row(r).template cast<double>();
    const auto key = keys.rows.row(first + j).template cast<double>();
    if (!query.allFinite() || !key.allFinite()) continue;
    const double sum =
        query.cwiseProduct(key).cwiseAbs().sum() / std::abs(static_cast<double>(divisor));
    const double score = std::abs(static_cast<double>(scaled_scores.rows(r, j)));
    if (sum > small && !(score >= sum / 4)) return true;
  }
  return false;
}

template <class T>
Masking<T> some_masking(Bytes& bytes) {
  Masking<T> masking;
  masking.method = bytes.choice(MaskMethod::kAdd);
  masking.empty_row = bytes.choice(EmptyRow::kZeros);
  if (masking.method != MaskMethod::kExclude) masking.fill = bytes.number<T>();
  return masking;
}

Scale some_scale(Bytes& bytes) {
  Scale scale;
  scale.divisor = bytes.choice(Divisor::kNumber);
  if (scale.divisor == Divisor::kNumber) scale.number = bytes.number<double>();
  if (scale.divisor == Divisor::kSqrtEmbed) scale.embed_size = bytes.whole();
  return scale;
}

Dropout some_dropout(Bytes& bytes, const Shape& weights) {
  Dropout dropout;
  if (bytes.once_in(2)) return dropout;
  dropout.rate = bytes.once_in(8) ? bytes.number<double>() : bytes.byte() / 255.0;
  dropout.seed = bytes.byte();
  if (bytes.once_in(2)) return dropout;
  const Shape shape = bytes.once_in(8) ? bent(bytes, weights) : weights;
  dropout.keep = Mask{shape, flags(bytes, shape)};
  return dropout;
}

std::optional<Refusal> refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    demand(error.kind() != ErrorKind::kInternal, "the library blames itself");
    return Refusal{error.kind(), error.argument()};
  }
  return {};
}

void call_one(Bytes& bytes, Target in_float, Target in_double, Target other) {
  const Index which = bytes.between(0, 4);
  (which < 2 ? in_float : which < 4 ? in_double : other)(bytes);
}

void demand(bool holds, const char* message) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", message);
  std::abort();
}

#define ATTENTION_INSTANTIATE(T)                                                         \
  template Tensor<T> some_tensor(Bytes&, Shape);                                         \
  template std::optional<Tensor<T>> some_bias<T>(Bytes&, const Shape&);                  \
  template bool has_large_entries(const std::optional<Tensor<T>>&);                      \
  template bool cancels(const Tensor<T>&, const Tensor<T>&, const Tensor<T>&, T, Index); \
  template Masking<T> some_masking(Bytes&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE
template Tensor<Index> some_tensor(Bytes&, Shape);

}  // namespace attention::test::fuzz
