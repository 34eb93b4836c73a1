// SPDX-License-Identifier: MIT
#include "bytes.hpp"

#include <array>
#include <cstring>
#include <limits>

namespace attention::test::fuzz {
namespace {

constexpr Index kLargest = std::numeric_limits<Index>::max();
constexpr std::array kOddWholes = {kLargest, -kLargest - 1, kLargest / 2, Index(1) << 40U,
                                   Index(1) << 41U};

template <class T>
constexpr std::array kOddNumbers = {std::numeric_limits<T>::quiet_NaN(),
                                    std::numeric_limits<T>::infinity(),
                                    -std::numeric_limits<T>::infinity(),
                                    std::numeric_limits<T>::max(),
                                    std::numeric_limits<T>::lowest(),
                                    std::numeric_limits<T>::min(),
                                    std::numeric_limits<T>::denorm_min(),
                                    std::numeric_limits<T>::epsilon(),
                                    T(-0.0),
                                    T(89),
                                    T(-89),
                                    T(710),
                                    T(-746),
                                    T(1e4),
                                    T(-1e9),
                                    T(1e30),
                                    T(-1e-30)};

}  // namespace

Index Bytes::whole() {
  const std::uint8_t first = byte();
  return first < 240 ? first % 16 - 3 : kOddWholes[first % kOddWholes.size()];
}

template <class T>
T Bytes::number() {
  const std::uint8_t first = byte();
  if (first < 224) return static_cast<T>(first - 112) / 16;
  if (first < 255) return kOddNumbers<T>[first % kOddNumbers<T>.size()];
  std::array<std::uint8_t, sizeof(T)> bits{};
  for (std::uint8_t& b : bits) b = byte();
  T x = 0;
  std::memcpy(&x, bits.data(), sizeof(T));
  return x;
}

template <>
Index Bytes::number() {
  return whole();
}

template <class T>
Tensor<T> Bytes::tensor(const Shape& shape) {
  Tensor<T> x(shape);
  for (Index e = 0; e < x.rows.size(); ++e) x.rows.data()[e] = number<T>();
  return x;
}

template float Bytes::number();
template double Bytes::number();
template Tensor<float> Bytes::tensor(const Shape&);
template Tensor<double> Bytes::tensor(const Shape&);
template Tensor<Index> Bytes::tensor(const Shape&);

}  // namespace attention::test::fuzz
