// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "attention/tensor.hpp"

namespace attention::detail {

/// The addresses of a view's rows.
struct Bytes {
  template <class T>
  Bytes(const attention::TensorView<T>& x)  // NOLINT: implicit
      : begin(reinterpret_cast<std::uintptr_t>(x.data())),
        rows(x.empty() ? 0 : static_cast<std::uintptr_t>(x.rows())),
        row(static_cast<std::uintptr_t>(x.cols()) * sizeof(T)),
        // The stride of a single row has no meaning.
        stride(rows > 1 ? static_cast<std::uintptr_t>(x.row_stride()) * sizeof(T) : row) {}
  std::uintptr_t end() const { return begin + (rows - 1) * stride + row; }

  std::uintptr_t begin;
  std::uintptr_t rows;    ///< number of rows; 0 if they have no entries
  std::uintptr_t row;     ///< bytes of a row
  std::uintptr_t stride;  ///< bytes from the start of a row to the start of the next
};

/// Checks that an output does not overlap an argument, which is read while the output is written.
/// @throws OutOfRange naming `output` if a row of `written` overlaps a row of `read`. Rows that
///     only alternate in memory, such as two blocks of columns of one matrix, do not overlap
void check_apart(const char* output, const Bytes& written, const char* argument, const Bytes& read);

}  // namespace attention::detail
