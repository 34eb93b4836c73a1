// SPDX-License-Identifier: MIT
// Creates arguments for the library from the bytes of a fuzzer. They are valid more often than
// invalid.
#pragma once

#include <functional>
#include <optional>

#include "attention/detail/attention.hpp"
#include "attention/error.hpp"
#include "bytes.hpp"

namespace attention::fuzz {

/// A leading shape of at most two axes, with lengths from 0 to 3.
Shape some_leading(Bytes& bytes);

/// A tensor of this shape, or occasionally of another one: with another length, another number of
/// axes, or with an axis of length 0 and others too large for any memory.
template <class T>
Tensor<T> some_tensor(Bytes& bytes, Shape shape);

/// Masks and valid lengths for scores of this shape. Either the library converts them from tensors,
/// or they are created directly; then the number of entries may not match their shape.
template <class T>
Visibility some_visibility(Bytes& bytes, const Shape& scores);

/// In a quarter of the cases, a bias that usually broadcasts to scores of this shape.
template <class T>
std::optional<Tensor<T>> some_bias(Bytes& bytes, const Shape& scores);

/// Whether rounding decides how much of a score remains after the bias is added: it has entries
/// above 100 that are finite.
template <class T>
bool has_large_entries(const std::optional<Tensor<T>>& bias);

template <class T>
Masking<T> some_masking(Bytes& bytes);

template <class T>
Scale<T> some_scale(Bytes& bytes);

Dropout some_dropout(Bytes& bytes, const Shape& weights);

/// The error that a call threw, or nothing. An exception of any other type propagates, so the
/// fuzzer reports it.
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

using Target = void (*)(Bytes&);

/// Calls one of three targets, chosen by a byte: `other` in about one of five cases, otherwise
/// `in_float` or `in_double`.
void call_one(Bytes& bytes, Target in_float, Target in_double, Target other);

/// Unless `holds` is true, ends the program with this message.
void demand(bool holds, const char* message);

}  // namespace attention::fuzz
