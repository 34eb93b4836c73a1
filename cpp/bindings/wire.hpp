// SPDX-License-Identifier: MIT
// How tensors cross the border. Each direction uses one block of memory, so that a call costs one
// crossing however many tensors it takes and gives. A request:
//
//   int32 tensors, int32 choices
//   tensors × { int32 rank, int32 shape[kMaxRank], int32 offset }    rank −1: absent
//   choices × float64
//   entries of each tensor, float or double, 8-byte aligned, `offset` bytes from the block's start
//
// where `offset` may lead out of the block, to a tensor that stays in the module. An answer has no
// choices, and in place of each offset the address at which the result lies already.
//
// web/src/engine/wire.ts is the other end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "attention/detail/tensor.hpp"
#include "attention/error.hpp"

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

/// The block that JavaScript fills before a call. Stays where it is until more is asked for.
/// @throws OutOfMemory
std::byte* reserve_request(std::size_t bytes);

/// How many tensors the request holds.
std::size_t request_count();

/// Reads tensor `index` of the request in place.
const TensorHeader& request_header(std::size_t index);
const std::byte* request_data(const TensorHeader& header);

/// What a call chooses, one number after the other in the order in which JavaScript wrote them.
class Choices {
 public:
  /// Those of the request, which must not change meanwhile.
  Choices();

  /// @throws Internal when there are no more
  double number();

  /// The place of a choice in its list, or −1 for what is no place.
  int index();

  bool flag() { return number() != 0; }

 private:
  const double* next_;
  const double* end_;
};

/// Whether tensor `index` of the request was given: what is absent has rank −1.
inline bool is_given(std::size_t index) { return request_header(index).rank >= 0; }

/// Reads tensor `index` of the request in place, with any number of axes.
template <class T>
TensorView<T> request_tensor(std::size_t index) {
  const TensorHeader& header = request_header(index);
  if (header.rank < 0) throw Error(ErrorKind::kInternal, "call", "a tensor in its place", "none");
  const Shape shape(header.shape, header.shape + header.rank);
  const auto* data = reinterpret_cast<const T*>(request_data(header));
  return {shape, Eigen::Map<const Matrix<T>>(data, rows_of(shape), side(shape))};
}

/// Reads tensor `index` of the request in place as the matrix of its last axis, a list of n as
/// (1, n); (0, 0) when it is absent.
template <class T>
MatrixView<T> rows_given(std::size_t index) {
  return is_given(index) ? request_tensor<T>(index).rows
                         : MatrixView<T>(Eigen::Map<const Matrix<T>>(nullptr, 0, 0));
}

/// The same in memory of its own.
template <class T>
Matrix<T> request_rows(std::size_t index) {
  return copy_of<T>(rows_given<T>(index));
}

/// Reads tensor `index` of the request as a matrix. @throws ShapeMismatch naming `argument`
template <class T>
Eigen::Map<const Matrix<T>> request_matrix(std::size_t index, const char* argument) {
  const TensorHeader& header = request_header(index);
  if (header.rank != 2)
    throw Error(ErrorKind::kShapeMismatch, argument, "2 axes", std::to_string(header.rank));
  return {reinterpret_cast<const T*>(request_data(header)), header.shape[0], header.shape[1]};
}

/// The same; a list of n is read as (n, 1).
template <class T>
Eigen::Map<const Matrix<T>> request_column(std::size_t index, const char* argument) {
  const TensorHeader& header = request_header(index);
  if (header.rank != 1) return request_matrix<T>(index, argument);
  return {reinterpret_cast<const T*>(request_data(header)), header.shape[0], 1};
}

/// Takes over the tensors of an answer; `finish` gives the block's address, which holds, as they
/// do, until the next answer or until more room is asked for.
class Response {
 public:
  Response() {
    headers_.reserve(kUsualParts);
    kept_.reserve(kUsualParts);
  }

  template <class T>
  Response& add(Matrix<T>&& x) {
    return keep(std::array{x.rows(), x.cols()}, std::move(x));
  }

  /// A tensor without axes and without an entry crosses as absent.
  /// @throws Internal for more axes than a header has room for
  template <class T>
  Response& add(Tensor<T>&& x) {
    return keep(x.shape, std::move(x.rows));
  }

  template <class T>
  Response& add_number(T x) {
    return keep({}, Matrix<T>(Matrix<T>::Constant(1, 1, x)));
  }

  /// Any list of numbers or flags, as numbers.
  template <class T, class List>
  Response& add_list(const List& list) {
    const auto size = static_cast<Index>(list.size());
    Matrix<T> numbers(1, size);
    for (Index i = 0; i < size; ++i) numbers(i) = static_cast<T>(list[static_cast<std::size_t>(i)]);
    return keep(std::array{size}, std::move(numbers));
  }

  /// @throws OutOfMemory
  const std::byte* finish();

 private:
  using Kept = std::variant<Matrix<float>, Matrix<double>>;

  template <class T>
  Response& keep(std::span<const Index> sides, Matrix<T>&& numbers) {
    append(sides, numbers.data(), numbers.size() == 0);
    kept_.emplace_back(std::move(numbers));  // which leaves them where they lie
    return *this;
  }

  void append(std::span<const Index> sides, const void* data, bool is_empty);

  // As many as nearly every answer has: lists that grow would be half of what a small call
  // allocates.
  static constexpr std::size_t kUsualParts = 16;

  std::vector<AnswerHeader> headers_;
  std::vector<Kept> kept_;
};

}  // namespace attention::bindings
