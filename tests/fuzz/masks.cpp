// SPDX-License-Identifier: MIT
// Fuzzes masked softmax with masks of every kind and scores of every shape; checks the kept keys
// and the weights, and that other ways to pass the same mask give the same result.
#include <algorithm>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "support/reference_attention.hpp"

namespace attention::test::fuzz {
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
void check_rows(Bytes& bytes, const Tensor<T>& scores, const Visibility& visibility,
                const Masking<T>& masking, const MaskedSoftmax<T>& result) {
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

// Exchanges 0 and 1, so that flags that keep become flags that hide. Other flags do not change.
Mask inverse_of(Mask mask) {
  for (std::uint8_t& flag : mask.keep)
    if (flag <= 1) flag ^= 1U;
  return mask;
}

// Converts whole lengths to Index. As a double, the largest Index is rounded up to 2⁶³.
std::vector<Index> whole(const std::vector<double>& lens) {
  std::vector<Index> result;
  for (const double len : lens)
    result.push_back(len >= 0x1p63 ? std::numeric_limits<Index>::max() : static_cast<Index>(len));
  return result;
}

// Repeats a call with gaps between the rows of scores, flags and lengths, and sometimes with flags
// that hide instead of flags that keep. It must give the same result or the same refusal.
template <class T>
void check_other_memory(Bytes& bytes, const Tensor<T>& scores, const Visibility& visibility,
                        const Masking<T>& masking, const MaskedSoftmax<T>& result,
                        const std::optional<Refusal>& refusal) {
  const bool hides = bytes.once_in(2);
  const bool has_both = bytes.once_in(16);
  attention::MaskedSoftmax<T> other;
  const auto other_refusal = refusal_of([&] {
    Visibility rest = visibility;
    rest.mask.reset();
    rest.valid_lens.reset();
    MaskOptions mask = given(rest, masking);
    const Spread<T> spread_scores(bytes, scores.shape, scores.rows.data(),
                                  std::numeric_limits<T>::quiet_NaN());
    std::optional<Spread<std::uint8_t>> flags;
    if (visibility.mask) {
      const Mask given_flags = hides ? inverse_of(*visibility.mask) : *visibility.mask;
      const auto& view =
          flags.emplace(bytes, given_flags.shape, given_flags.keep.data(), std::uint8_t{9}).view();
      if (hides || has_both) mask.hide = view;
      if (!hides || has_both) mask.keep = view;
    }
    std::optional<Spread<Index>> lens;
    if (visibility.valid_lens) {
      const std::vector<Index> entries = whole(visibility.valid_lens->lens);
      mask.valid_lens =
          lens.emplace(bytes, visibility.valid_lens->shape, entries.data(), Index{-9}).view();
    }
    other = abi::masked_softmax<T>(spread_scores.view(), mask);
  });
  if (visibility.mask && has_both) {
    demand(other_refusal.has_value(), "flags that keep and flags that hide at once are accepted");
    return;
  }
  if (is_want_of_memory(refusal) || is_want_of_memory(other_refusal)) return;
  demand(refusal.has_value() == other_refusal.has_value(), "only one of the two refuses");
  if (refusal) {
    demand(refusal->kind == other_refusal->kind && refusal->argument == other_refusal->argument,
           "the same mask in other memory is refused for another reason");
    return;
  }
  demand(other.logits.shape() == scores.shape && same_bits(other.logits, result.logits.rows) &&
             other.weights.shape() == scores.shape && same_bits(other.weights, result.weights.rows),
         "the same mask in other memory gives another result");
  demand(std::equal(other.empty_rows.begin(), other.empty_rows.end(), result.empty_rows.begin(),
                    result.empty_rows.end()),
         "other rows are empty");
}

template <class T>
void run(Bytes& bytes) {
  const Shape sides = with_matrix(some_leading(bytes), bytes.between(0, 8), bytes.between(0, 8));
  const Tensor<T> scores = some_tensor<T>(bytes, sides);
  const Visibility visibility = some_visibility(bytes, sides);
  const Masking<T> masking = some_masking<T>(bytes);
  MaskedSoftmax<T> result;
  const auto refusal = refusal_of([&] { result = masked_softmax<T>(scores, visibility, masking); });
  if (!refusal) check_rows(bytes, scores, visibility, masking, result);
  check_other_memory(bytes, scores, visibility, masking, result, refusal);
}

// Compares a causal mask that is passed as flags with the option `causal`.
template <class T>
void run_causal(Bytes& bytes) {
  const Index m = bytes.between(0, 12);
  const Index n = bytes.between(0, 12);
  const Tensor<T> scores = bytes.tensor<T>({m, n});
  const Masking<T> masking = some_masking<T>(bytes);
  Visibility flags;
  flags.mask = causal_mask(m, n);
  Visibility condition;
  condition.causal = true;
  MaskedSoftmax<T> by_flags, by_condition;
  const auto refusal = refusal_of([&] { by_flags = masked_softmax<T>(scores, flags, masking); });
  const auto other_refusal =
      refusal_of([&] { by_condition = masked_softmax<T>(scores, condition, masking); });
  demand(refusal.has_value() == other_refusal.has_value(), "only one of the two refuses");
  demand(same_bits(by_flags.logits.rows, by_condition.logits.rows) &&
             same_bits(by_flags.weights.rows, by_condition.weights.rows) &&
             by_flags.empty_rows == by_condition.empty_rows,
         "the causal mask as flags gives another result");
}

}  // namespace
}  // namespace attention::test::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::test::fuzz;
  Bytes bytes(data, size);
  call_one(bytes, run<float>, run<double>, run_causal<float>);
  return 0;
}
