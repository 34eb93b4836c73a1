// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// See attention::softmax_gradient.
template <class T>
Matrix<T> softmax_gradient(const MatrixView<T>& weights, const MatrixView<T>& weights_gradient,
                           T temperature = 1);

}  // namespace attention::detail
