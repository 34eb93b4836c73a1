// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "attention/detail/tensor.hpp"

namespace attention::fuzz {

using namespace detail;

/// What a fuzzer's bytes are read as, from the first to the last; after the last come zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}

  std::uint8_t byte() { return next_ == end_ ? std::uint8_t{0} : *next_++; }

  /// True for one byte in `of`.
  bool once_in(int of) { return byte() % of == of - 1; }

  /// From low to high, both within 256 of each other.
  Index between(Index low, Index high) { return low + byte() % (high - low + 1); }

  /// Any whole number, most often a small one.
  Index whole();

  /// Any number, most often a multiple of 1/16 near 0; NaN, the infinities and the edges of what T
  /// holds are not rare.
  template <class T>
  T number();

  /// One of an enumeration whose last member is this.
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

}  // namespace attention::fuzz
