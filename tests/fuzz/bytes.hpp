// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "support/matrices.hpp"

namespace attention::test::fuzz {

/// Reads the bytes of a fuzzer from first to last. After the last byte it reads zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}

  std::uint8_t byte() { return next_ == end_ ? std::uint8_t{0} : *next_++; }

  bool once_in(int of) { return byte() % of == of - 1; }

  /// A number from low to high, which differ by at most 255.
  Index between(Index low, Index high) { return low + byte() % (high - low + 1); }

  /// Any whole number, usually a small one.
  Index whole();

  /// Any number: usually a multiple of 1/16 near 0, sometimes NaN, an infinity or an extreme number
  /// of T. For an Index, `whole`.
  template <class T>
  T number();

  /// A member of an enumeration whose last member is `last`.
  template <class E>
  E choice(E last) {
    return static_cast<E>(between(0, static_cast<Index>(last)));
  }

  template <class T>
  Tensor<T> tensor(const Shape& shape);

 private:
  const std::uint8_t* next_;
  const std::uint8_t* end_;
};

template <>
Index Bytes::number();

}  // namespace attention::test::fuzz
