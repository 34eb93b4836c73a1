// SPDX-License-Identifier: MIT
// Creates arguments for the library from the bytes of a fuzzer, more often valid than invalid ones.
#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "attention/error.hpp"
#include "bytes.hpp"

namespace attention::test::fuzz {

/// The axes before the last two of a tensor: at most two axes, with lengths from 0 to 3.
Shape some_leading(Bytes& bytes);

/// A tensor of this shape, or occasionally of another shape: with another length, another number of
/// axes, or with an axis of length 0 and other axes too long for any memory.
template <class T>
Tensor<T> some_tensor(Bytes& bytes, Shape shape);

/// Masks and valid lengths for scores of this shape, or occasionally of another shape. Some masks
/// have flags other than 0 and 1, and some lengths are extreme.
Visibility some_visibility(Bytes& bytes, const Shape& scores);

/// In a quarter of the cases, a bias that usually broadcasts to scores of this shape.
template <class T>
std::optional<Tensor<T>> some_bias(Bytes& bytes, const Shape& scores);

/// Whether the bias has a finite entry above 100 in magnitude. Scores lose digits when it is added,
/// so results may differ by more than the tolerances.
template <class T>
bool has_large_entries(const std::optional<Tensor<T>>& bias);

/// Whether a score of row r of the queries suffers from cancellation: the products of the query and
/// a key are large, but their sum is small. Ignores rows with entries that are not finite.
template <class T>
bool cancels(const Tensor<T>& queries, const Tensor<T>& keys, const Tensor<T>& scaled_scores,
             T divisor, Index r);

template <class T>
Masking<T> some_masking(Bytes& bytes);

Scale some_scale(Bytes& bytes);

Dropout some_dropout(Bytes& bytes, const Shape& weights);

/// A copy of a tensor's entries, with gaps between the rows. The memory ends with the last row, so
/// that a sanitizer reports a read after it.
template <class E>
class Spread {
 public:
  /// @param filler  the entries in the gaps
  /// @throws OutOfRange (shape), as the constructor of a view does
  Spread(Bytes& bytes, const Shape& shape, const E* entries, E filler) {
    const attention::TensorView<E> x(entries, shape);
    Index stride = x.cols() + bytes.between(0, 3);
    // The stride of a single row is never used, so it may have any value.
    if (x.rows() <= 1 && bytes.once_in(4)) stride = std::numeric_limits<Index>::max();
    if (!x.empty())
      memory_.assign(static_cast<std::size_t>((x.rows() - 1) * stride + x.cols()), filler);
    for (Index r = 0; !x.empty() && r < x.rows(); ++r)
      std::copy(x.row(r).begin(), x.row(r).end(), memory_.begin() + r * stride);
    view_ = {memory_.data(), shape, stride};
  }
  Spread(Spread&&) noexcept = default;

  const attention::TensorView<E>& view() const { return view_; }

 private:
  std::vector<E> memory_;
  attention::TensorView<E> view_;
};

template <class T>
class SpreadRows {
 public:
  SpreadRows(Bytes& bytes, const Tensor<T>& x)
      : memory_(bytes, x.shape, x.rows.data(), std::numeric_limits<T>::quiet_NaN()) {}

  TensorView<T> view() const { return {memory_.view().shape(), matrix_of(memory_.view())}; }

 private:
  Spread<T> memory_;
};

bool same_bits(const auto& a, const auto& b) {
  return a.size() == b.size() &&
         (a.size() == 0 ||
          std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(*a.data())) ==
              0);
}

/// The kind and the argument of the Error that a call threw. `refusal_of` returns nothing if the
/// call threw none. An exception of any other type propagates, so the fuzzer reports it.
struct Refusal {
  ErrorKind kind;
  std::string argument;
};
std::optional<Refusal> refusal_of(const std::function<void()>& call);

/// Whether a call failed for lack of memory. Such calls are not compared, because two equivalent
/// calls may need different amounts.
inline bool is_want_of_memory(const std::optional<Refusal>& refusal) {
  return refusal && refusal->kind == ErrorKind::kOutOfMemory;
}

/// The largest difference of two sums of a few products due to underflow, that is, because small
/// products are rounded to multiples of the smallest subnormal number.
template <class T>
inline constexpr double kUnderflow = 32.0 *
                                     static_cast<double>(std::numeric_limits<T>::denorm_min());

using Target = void (*)(Bytes&);

/// Calls one of three targets, chosen by a byte: `other` in about one of five cases, otherwise
/// `in_float` or `in_double`.
void call_one(Bytes& bytes, Target in_float, Target in_double, Target other);

/// Unless `holds` is true, ends the program with this message.
void demand(bool holds, const char* message);

}  // namespace attention::test::fuzz
