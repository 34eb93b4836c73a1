// SPDX-License-Identifier: MIT
// How tensors cross the border. Both directions use one block of memory in one layout, so that a
// call costs one crossing however many tensors it takes and gives:
//
//   int32 count
//   count × { int32 rank, int32 shape[kMaxRank], int32 offset }
//   entries of each tensor, float or double, 8-byte aligned, `offset` bytes from the block's start
//
// web/src/engine/wire.ts is the other end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "attention/error.hpp"
#include "attention/matrix.hpp"

namespace attention::bindings {

inline constexpr std::size_t kMaxRank = 6;

struct TensorHeader {
  std::int32_t rank;
  std::int32_t shape[kMaxRank];
  std::int32_t offset;
};

/// The block that JavaScript fills before a call. Stays where it is until more is asked for.
std::byte* reserve_request(std::size_t bytes);

/// Reads tensor `index` of the request in place.
const TensorHeader& request_header(std::size_t index);
const std::byte* request_data(const TensorHeader& header);

/// Reads tensor `index` of the request as a matrix. @throws ShapeMismatch naming `argument`
template <class T>
Eigen::Map<const Matrix<T>> request_matrix(std::size_t index, const char* argument) {
  const TensorHeader& header = request_header(index);
  if (header.rank != 2)
    throw Error(ErrorKind::kShapeMismatch, argument, "2 axes", std::to_string(header.rank));
  return {reinterpret_cast<const T*>(request_data(header)), header.shape[0], header.shape[1]};
}

/// Collects the tensors of an answer; `finish` lays them out and gives the block's address, which
/// holds until the next answer.
class Response {
 public:
  template <class T>
  void add(const Matrix<T>& x) {
    append({2, {to_int(x.rows()), to_int(x.cols())}, 0}, x.data(),
           static_cast<std::size_t>(x.size()) * sizeof(T));
  }

  const std::byte* finish();

 private:
  static std::int32_t to_int(Index n) { return static_cast<std::int32_t>(n); }
  void append(TensorHeader header, const void* data, std::size_t bytes);

  struct Part {
    TensorHeader header;
    const void* data;
    std::size_t bytes;
  };
  std::vector<Part> parts_;
};

}  // namespace attention::bindings
