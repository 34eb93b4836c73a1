// SPDX-License-Identifier: MIT
// Fuzzes masked softmax with masks of every kind and scores of every shape; checks the kept keys
// and the weights.
#include <algorithm>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "support/reference_attention.hpp"

namespace attention::fuzz {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// The flags that KeyFilter returns for row r. They must be the same whether they are computed at
// once or in two parts.
std::vector<std::uint8_t> kept_of(const KeyFilter& filter, const Visibility& visibility,
                                  const Shape& shape, Index r, Index cut) {
  const Index m = side(shape, 1);
  const Index n = side(shape);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(n), 7);
  std::vector<std::uint8_t> parts(static_cast<std::size_t>(n), 7);
  filter.row(r / m, r % m, 0, n, row.data());
  filter.row(r / m, r % m, 0, cut, parts.data());
  filter.row(r / m, r % m, cut, n - cut, parts.data() + cut);
  demand(row == parts, "a part of a row is not a part of the row");
  for (Index j = 0; j < n; ++j) {
    const bool is_kept = row[static_cast<std::size_t>(j)] != 0;
    demand(is_kept == reference::keeps(visibility, shape, r / m, r % m, j),
           "another key is kept than by the plain loops");
    demand(is_kept || !filter.keeps_all(), "a filter that keeps all hides a key");
  }
  return row;
}

template <class T>
void check_row(const RowView<T>& scores, const RowView<T>& logits, const RowView<T>& weights,
               const std::vector<std::uint8_t>& keep, const Masking<T>& masking, bool is_masked) {
  const Index n = scores.size();
  const bool excludes = masking.method == MaskMethod::kExclude;
  const bool is_empty = excludes && std::find(keep.begin(), keep.end(), 1) == keep.end();
  double sum = 0;
  for (Index j = 0; j < n; ++j) {
    const bool is_kept = keep[static_cast<std::size_t>(j)] != 0;
    const T hidden = excludes                              ? -std::numeric_limits<T>::infinity()
                     : masking.method == MaskMethod::kFill ? masking.fill
                                                           : scores(j) + masking.fill;
    const bool adds = is_masked && masking.method == MaskMethod::kAdd;
    const T kept = adds ? scores(j) + 0 * masking.fill : scores(j);
    demand(same(logits(j), is_kept ? kept : hidden), "another logit");
    const auto weight = static_cast<double>(weights(j));
    demand(std::isnan(weight) || (weight >= 0 && weight <= 1), "a weight outside [0, 1]");
    demand(is_kept || !excludes || is_empty || std::isnan(weight) || weight == 0,
           "an excluded key has weight");
    sum += weight;
  }
  const bool is_zero = is_empty && masking.empty_row == EmptyRow::kZeros;
  demand(n == 0 || std::isnan(sum) || std::abs(sum - (is_zero ? 0 : 1)) < 1e-5,
         "weights do not sum to 1");
}

template <class T>
void run(Bytes& bytes) {
  const Shape sides = with_matrix(some_leading(bytes), bytes.between(0, 8), bytes.between(0, 8));
  const Tensor<T> scores = some_tensor<T>(bytes, sides);
  Visibility visibility;
  if (refusal_of([&] { visibility = some_visibility<T>(bytes, sides); })) return;
  const Masking<T> masking = some_masking<T>(bytes);
  MaskedSoftmax<T> result;
  if (refusal_of([&] { result = masked_softmax<T>(scores, visibility, masking); })) return;

  const Shape& shape = scores.shape;
  demand(result.logits.shape == shape && result.weights.shape == shape, "another shape");
  demand(static_cast<Index>(result.empty_rows.size()) == scores.rows.rows(), "other rows");
  const KeyFilter filter(visibility, shape);
  for (Index r = 0; r < scores.rows.rows(); ++r) {
    const auto keep = kept_of(filter, visibility, shape, r, bytes.between(0, side(shape)));
    const bool has_key = std::find(keep.begin(), keep.end(), 1) != keep.end();
    // A row is empty if it has no visible key. If nothing is masked, no row is empty, even if there
    // are no keys.
    demand((result.empty_rows[static_cast<std::size_t>(r)] == 0) == (has_key || filter.keeps_all()),
           "another row is empty");
    check_row<T>(scores.rows.row(r), result.logits.rows.row(r), result.weights.rows.row(r), keep,
                 masking, !filter.keeps_all());
  }
}

// Creates causal masks. If a mask is too large for any memory, `causal_mask` must throw.
void run_causal(Bytes& bytes) {
  const Index m = bytes.whole();
  const Index n = bytes.whole();
  Mask mask;
  if (refusal_of([&] { mask = causal_mask(m, n); })) return;
  demand(mask.shape == Shape{m, n} && static_cast<Index>(mask.keep.size()) == m * n,
         "another shape");
}

}  // namespace
}  // namespace attention::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::fuzz;
  Bytes bytes(data, size);
  call_one(bytes, run<float>, run<double>, run_causal);
  return 0;
}
