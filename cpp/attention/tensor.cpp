// SPDX-License-Identifier: MIT
#include "attention/tensor.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using namespace detail;
namespace {

// The size in bytes of a cache line and of the widest SIMD vectors.
constexpr std::size_t kAlignment = 64;

void release(void* owner) noexcept { ::operator delete(owner); }

// Allocates memory for a tensor of this shape without initialising it.
Storage reserve(const Shape& shape, std::size_t entry_bytes) {
  const std::uint64_t bytes = bytes_of(entry_bytes, shape);
  guarded([&] { require_memory(bytes); });
  if (bytes == 0) return {};
  // Aligns the address itself, because glibc's aligned operator new takes about as long as the
  // softmax of eight numbers.
  std::size_t room = static_cast<std::size_t>(bytes) + kAlignment;
  void* const owner = ::operator new(room, std::nothrow);
  if (owner == nullptr) guarded([&] { refuse_memory(bytes); });
  void* data = owner;
  std::align(kAlignment, static_cast<std::size_t>(bytes), data, room);
  return {data, owner, release};
}

}  // namespace

void refuse_axes(std::size_t axes) {
  guarded([&] { refuse_range("shape", ErrorCode::kAxesAtMost, {Shape::kMaxAxes}, axes); });
  __builtin_unreachable();
}

Storage allocate(const Shape& shape, std::size_t entry_bytes) {
  const Storage storage = reserve(shape, entry_bytes);
  if (storage.data != nullptr)
    std::memset(storage.data, 0, static_cast<std::size_t>(bytes_of(entry_bytes, shape)));
  return storage;
}

Sides sides_of(const Shape& shape) {
  return guarded([&] {
    constexpr Index kLargest = std::numeric_limits<Index>::max();
    for (const Index side : shape)
      if (side < 0) refuse_range("shape", ErrorCode::kNumbersFrom, {0}, shape);
    const Sides sides{rows_of(shape), side(shape)};
    if (sides.rows == kLargest || size_of({sides.rows, sides.cols}) == kLargest)
      refuse_range("shape", ErrorCode::kEntriesBelow, {"2^63"}, shape);
    return sides;
  });
}

void check_entries(const Shape& shape, std::size_t entries) {
  guarded([&] {
    const Sides sides = sides_of(shape);
    const auto expected = static_cast<std::size_t>(sides.rows * sides.cols);
    if (entries != expected)
      refuse_shape("view", ErrorCode::kEntriesFor, {expected, shape}, entries);
  });
}

void check_row_stride(Index row_stride, Index cols) {
  guarded([&] {
    if (row_stride < cols) refuse_range("row_stride", ErrorCode::kWholeAtLeast, {cols}, row_stride);
  });
}

Shape slice_shape(const Shape& shape, Index first, Index count) {
  return guarded([&] {
    const Index side = shape.empty() ? 0 : shape[0];
    if (shape.empty() || first < 0 || count < 0 || first > side || count > side - first)
      refuse_range("slice", ErrorCode::kSlice, {shape, first}, count);
    Shape part = shape;
    part[0] = count;
    return part;
  });
}

}  // namespace attention::abi

namespace attention::detail {

template <Element T>
Tensor<T> uninitialised(const Shape& shape) {
  // Memory is reserved first, so that a shape with too many entries throws OutOfMemory. For any
  // other invalid shape nothing is reserved, so that the constructor's exception leaks no memory.
  return {shape, abi::reserve(shape, sizeof(T))};
}

template <class T>
void copy(const MatrixView<T>& from, MatrixSpan<T> to) noexcept {
  // std::copy_n for contiguous matrices, because Eigen's assignment, compiled for size (-Os),
  // copies one number at a time.
  const bool is_one_piece = from.outerStride() == from.cols() && to.outerStride() == to.cols();
  if (is_one_piece)
    std::copy_n(from.data(), from.size(), to.data());
  else
    for (Index r = 0; r < from.rows() && from.cols() > 0; ++r)
      std::copy_n(from.data() + r * from.outerStride(), from.cols(),
                  to.data() + r * to.outerStride());
}

template Tensor<float> uninitialised(const Shape&);
template Tensor<double> uninitialised(const Shape&);
template Tensor<std::uint8_t> uninitialised(const Shape&);
ATTENTION_INSTANTIATE(copy);

}  // namespace attention::detail
