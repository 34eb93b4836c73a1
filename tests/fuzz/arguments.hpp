// SPDX-License-Identifier: MIT
// Arguments of the library made of a fuzzer's bytes, right ones more often than wrong ones.
#pragma once

#include <functional>
#include <optional>

#include "attention/detail/attention.hpp"
#include "attention/error.hpp"
#include "bytes.hpp"

namespace attention::fuzz {

/// No axes or up to two, with sides from 0 to 3.
Shape some_leading(Bytes& bytes);

/// A tensor of this shape, or now and then of another: another side, another number of axes, or
/// without entries and with sides that no memory could hold.
template <class T>
Tensor<T> some_tensor(Bytes& bytes, Shape shape);

/// Masks and lengths for scores of this shape. Those that the library makes of tensors, and those
/// that a caller puts together, whose entries need not be as many as the shape says.
template <class T>
Visibility some_visibility(Bytes& bytes, const Shape& scores);

template <class T>
Masking<T> some_masking(Bytes& bytes);

template <class T>
Scale<T> some_scale(Bytes& bytes);

Dropout some_dropout(Bytes& bytes, const Shape& weights);

/// How a call was refused, or nothing. Every other exception passes through and is a finding.
struct Refusal {
  ErrorKind kind;
  std::string argument;
};
std::optional<Refusal> refusal_of(const std::function<void()>& call);

/// Whether it was for want of memory, of which two calls may need different amounts.
inline bool is_want_of_memory(const std::optional<Refusal>& refusal) {
  return refusal && refusal->kind == ErrorKind::kOutOfMemory;
}

using Target = void (*)(Bytes&);

/// Calls one of three targets, the last for one input in five.
void call_one(Bytes& bytes, Target in_float, Target in_double, Target other);

/// Ends the program with a message unless it holds.
void demand(bool holds, const char* message);

}  // namespace attention::fuzz
