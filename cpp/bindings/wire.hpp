// SPDX-License-Identifier: MIT
// The wire format of tensors between JavaScript and C++. Each direction uses one block of memory,
// so that a call is one round trip, however many tensors it passes and returns. A request:
//
//   int32 tensors, int32 choices
//   tensors × { int32 rank, int32 shape[kMaxRank], int32 offset }    rank −1: absent
//   choices × float64
//   entries of each tensor, float or double, 8-byte aligned, `offset` bytes from the block's start
//
// Choices are the options of the call, as numbers. `offset` may also point outside the block, to a
// tensor that stays in the module's memory between calls (`hold` in bindings.cpp). A response has
// no choices, and contains the address of each result instead of an offset.
//
// web/src/engine/wire.ts implements the other side.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/tensor.hpp"
#include "bindings/guarded.hpp"

namespace attention::bindings {

using namespace detail;

inline constexpr std::size_t kMaxRank = 6;

struct BlockHeader {
  std::int32_t tensors;
  std::int32_t choices;
};

struct TensorHeader {
  std::int32_t rank;
  std::int32_t shape[kMaxRank];
  std::int32_t offset;
};

struct AnswerHeader {
  std::int32_t rank;
  std::int32_t shape[kMaxRank];
  const void* data;
};

/// Returns the block that JavaScript fills before a call. Its address changes only if a larger
/// block is requested.
/// @throws OutOfMemory
Address reserve_request(std::size_t bytes);

std::size_t request_count();

const TensorHeader& request_header(std::size_t index);
const std::byte* request_data(const TensorHeader& header);

/// Returns the address of a tensor's entries if JavaScript copied them into the request block, so
/// that the call may overwrite them. Returns null for a tensor that stays in the module's memory
/// after the call and must not change.
std::byte* request_copy(const TensorHeader& header);

std::span<const double> request_choices();

/// Returns whether tensor `index` of the request is present. An absent tensor has rank −1, or the
/// request has fewer tensors.
inline bool is_given(std::size_t index) {
  return index < request_count() && request_header(index).rank >= 0;
}

/// Returns a view of tensor `index` of the request, or an empty one of shape (0) if it is absent.
template <class T>
TensorView<T> request_view(std::size_t index) {
  if (!is_given(index)) return {};
  const TensorHeader& header = request_header(index);
  return {reinterpret_cast<const T*>(request_data(header)),
          Shape(header.shape, header.shape + header.rank)};
}

/// Takes ownership of the tensors of a response. `finish` returns the address of the response
/// block. The block and the tensors stay valid until the next response or until the request block
/// grows.
class Response {
 public:
  using Answer = std::vector<std::variant<Tensor<float>, Tensor<double>>>;

  Response() {
    headers_.reserve(kUsualParts);
    kept_.reserve(kUsualParts);
  }

  /// Adds tensors, whose entries are moved and not copied, and numbers.
  /// @throws Internal if a tensor has more axes than a header can contain
  template <class... Parts>
  Response& add(Parts&&... parts) {
    (take(parts), ...);
    return *this;
  }

  /// Adds a tensor whose entries are in the request block, where they stay until the next request.
  template <class T>
  Response& add_copied(const TensorView<T>& x) {
    append(x.shape(), x.data());
    return *this;
  }

  /// Adds numbers or flags, converted to T, as a tensor of shape (size).
  template <class T, class List>
  Response& add_list(const List& list) {
    Tensor<T> numbers({static_cast<Index>(list.size())});
    std::transform(list.begin(), list.end(), numbers.begin(),
                   [](auto entry) { return static_cast<T>(entry); });
    take(numbers);
    return *this;
  }

  /// @throws OutOfMemory
  Address finish();

 private:
  template <class T>
  void take(Tensor<T>& x) {
    append(x.shape(), x.data());
    kept_.emplace_back(std::move(x));  // a move keeps the entries at their address
  }

  template <std::floating_point T>
  void take(T number) {
    Tensor<T> scalar(Shape{}, {number});
    take(scalar);
  }

  void append(const Shape& sides, const void* data);

  // Nearly every response has at most this many tensors. Reserving memory for them halves the
  // number of allocations of a small call.
  static constexpr std::size_t kUsualParts = 16;

  std::vector<AnswerHeader> headers_;
  Answer kept_;
};

template <class... Tensors>
Address respond(Tensors&&... tensors) {
  return Response().add(tensors...).finish();
}

}  // namespace attention::bindings
