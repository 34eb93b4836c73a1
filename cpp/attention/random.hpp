// SPDX-License-Identifier: MIT
/// @file
/// Random tensors with the same bits on every platform.
#pragma once

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

namespace abi {
template <class T>
ATTENTION_API void draw_into(const TensorSpan<T>& out, const RandomOptions& options);
}

/// Fills a tensor with mean + √variance · x, where x is drawn from `options.distribution`. Entry i
/// in row-major order is draw i of its seed and stream, with the same bits on every platform.
/// Floats are rounded doubles.
/// @param out      any shape; may have no entries
/// @param options  seed, stream, distribution, mean and variance
/// @throws OutOfRange naming `stream`, `mean` or `variance`; OutOfMemory
/// Time O(entries), memory O(1).
/// Source: Salmon et al. 2011 (Philox4x32-10); Wichura 1988, algorithm AS 241 (normal quantile)
///
///     attention::draw_into(weights, {.seed = 7, .variance = 1.0 / 64});
template <WritableTensorLike Out>
void draw_into(Out&& out, const RandomOptions& options = {}) {
  abi::draw_into<scalar_of<Out>>(abi::write(out), options);
}

/// A tensor of random numbers, see `draw_into`.
/// @param shape    any shape; may have no entries
/// @param options  as for `draw_into`
/// @return a tensor of double, unless T is float
/// @throws OutOfRange naming `shape`, `stream`, `mean` or `variance`; OutOfMemory
/// Time and memory O(entries).
///
///     const auto x = attention::draw({4, 8}, {.seed = 1});          // double
///     const auto y = attention::draw<float>({4, 8}, {.seed = 1});
template <Real T = double>
Tensor<T> draw(const Shape& shape, const RandomOptions& options = {}) {
  Tensor<T> result(shape);
  draw_into(result, options);
  return result;
}

}  // namespace attention
