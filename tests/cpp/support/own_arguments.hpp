// SPDX-License-Identifier: MIT
// Arguments that own their entries: tensors as Eigen matrices, masks, lengths and dropout. Tests
// compute with matrices, change single entries and keep arguments for later. The arguments of the
// public functions are views, which own no entries. `given` converts to these views.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "attention/detail/key_filter.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/eigen.hpp"
#include "attention/scaled_dot_product.hpp"
#include "support/namespaces.hpp"

namespace attention::test {

/// A tensor as a matrix whose columns are the last axis.
template <class T>
struct Tensor {
  Shape shape;
  Matrix<T> rows;

  Tensor() = default;
  explicit Tensor(const Shape& sides) : shape(sides), rows(rows_of(sides), side(sides)) {}
  Tensor(Shape sides, Matrix<T> entries) : shape(std::move(sides)), rows(std::move(entries)) {}
  Tensor(const attention::Tensor<T>& x) : shape(x.shape()), rows(as_matrix(x)) {}  // NOLINT

  Eigen::Map<Matrix<T>> matrix(Index b) noexcept {
    const Index count = side(shape, 1);
    return {rows.data() + b * count * rows.cols(), count, rows.cols()};
  }
  MatrixView<T> matrix(Index b) const noexcept {
    const Index count = side(shape, 1);
    return rows.middleRows(b * count, count);
  }
};

/// A read-only view of a tensor. A Tensor or a Matrix converts to it without a copy.
template <class T>
struct TensorView {
  Shape shape;
  MatrixView<T> rows;

  TensorView(Shape sides, const MatrixView<T>& entries) : shape(std::move(sides)), rows(entries) {}
  TensorView(const Tensor<T>& x) : shape(x.shape), rows(x.rows) {}        // NOLINT: implicit
  TensorView(const Matrix<T>& x) : shape{x.rows(), x.cols()}, rows(x) {}  // NOLINT: implicit

  operator attention::TensorView<T>() const {  // NOLINT: implicit
    return {rows.data(), shape, rows.rows() > 1 ? rows.outerStride() : rows.cols()};
  }
};

template <class T>
attention::TensorView<T> given(const TensorView<T>& x) {
  return x;
}
template <class T>
attention::TensorView<T> given(const Matrix<T>& x) {
  if (x.rows() == 0 && x.cols() == 0) return {};
  return {x.data(), {x.rows(), x.cols()}};
}

/// Converts a result that only some options produce. An absent result (shape (0)) becomes a tensor
/// without axes and entries.
template <class T>
Tensor<T> if_any(const attention::Tensor<T>& x) {
  return x.shape() == Shape{0} ? Tensor<T>() : Tensor<T>(x);
}

struct Mask {
  Shape shape;
  std::vector<std::uint8_t> keep;

  operator TensorArgument<std::uint8_t>() const {  // NOLINT: implicit
    attention::Tensor<std::uint8_t> copy(shape);
    std::copy(keep.begin(), keep.end(), copy.begin());
    return copy;
  }
};

/// The mask under which query i may attend to the keys 0 … i.
inline Mask causal_mask(Index num_queries, Index num_keys) {
  Mask mask{{num_queries, num_keys}, {}};
  for (Index i = 0; i < num_queries; ++i)
    for (Index j = 0; j < num_keys; ++j) mask.keep.push_back(j <= i ? 1 : 0);
  return mask;
}

struct ValidLens {
  Shape shape;
  std::vector<double> lens;  ///< whole numbers

  operator Lengths() const {  // NOLINT: implicit
    std::vector<std::int64_t> whole;
    for (const double len : lens)
      whole.push_back(static_cast<std::int64_t>(std::clamp(len, -0x1p62, 0x1p62)));
    return {whole, shape};
  }
};

struct Visibility {
  std::optional<Mask> mask;
  MaskAxes mask_axes = MaskAxes::kExplicit;
  std::optional<ValidLens> valid_lens;
  bool causal = false;
  CausalAlignment alignment = CausalAlignment::kTopLeft;
};

template <class T>
struct Masking {
  MaskMethod method = MaskMethod::kExclude;
  T fill = T(-1e9);
  EmptyRow empty_row = EmptyRow::kUniform;
};

template <class T>
MaskOptions given(const Visibility& visibility, const Masking<T>& masking = {}) {
  MaskOptions mask;
  if (visibility.mask) mask.keep = *visibility.mask;
  mask.axes = visibility.mask_axes;
  if (visibility.valid_lens) mask.valid_lens = *visibility.valid_lens;
  mask.causal = visibility.causal;
  mask.alignment = visibility.alignment;
  mask.method = masking.method;
  mask.fill = static_cast<double>(masking.fill);
  mask.empty_row = masking.empty_row;
  return mask;
}

struct OwnMask {
  MaskOptions mask;
};

struct KeyFilter : private OwnMask, public detail::KeyFilter {
  KeyFilter(const Visibility& visibility, const Shape& scores_shape)
      : OwnMask{given<double>(visibility)}, detail::KeyFilter(mask, scores_shape) {}
};

struct Dropout {
  double rate = 0;
  std::uint64_t seed = 0;
  std::optional<Mask> keep;
};

inline attention::Dropout given(const Dropout& dropout) {
  attention::Dropout result{dropout.rate, dropout.seed};
  if (dropout.keep) result.keep = *dropout.keep;
  return result;
}

template <class T>
Matrix<T> zeros(Index rows, Index cols) {
  return Matrix<T>::Zero(rows, cols);
}

}  // namespace attention::test
