// SPDX-License-Identifier: MIT
/// @file
/// Layer norm and RMS norm, which scale each row to variance or mean square 1, and their gradients.
#pragma once

#include "attention/tensor_argument.hpp"

namespace attention {

/// The parameters of a layer norm over d components. A vector may also have shape (1, d) or (d, 1),
/// as vectors of Eigen have.
template <Real T>
struct LayerNormOptions {
  TensorArgument<T> gain = {};  ///< d numbers, or empty for ones
  TensorArgument<T> bias = {};  ///< d numbers, or empty for zeros
  double epsilon = 1e-5;        ///< finite and ≥ 0; added to the variance
};

/// The parameters of an RMS norm over d components.
template <Real T>
struct RmsNormOptions {
  TensorArgument<T> gain = {};  ///< d numbers as in LayerNormOptions, or empty for ones
  double epsilon = 1e-5;        ///< finite and ≥ 0; added to the mean square
};

/// The gradients of a layer norm. `gain` and `bias` are present even if the norm has neither.
template <Real T>
struct LayerNormGradient {
  Tensor<T> x;     ///< shape (…, d)
  Tensor<T> gain;  ///< shape (d)
  Tensor<T> bias;  ///< shape (d)
};

/// The gradients of an RMS norm. `gain` is present even if the norm has no gain.
template <Real T>
struct RmsNormGradient {
  Tensor<T> x;     ///< shape (…, d)
  Tensor<T> gain;  ///< shape (d)
};

namespace abi {
template <class T>
ATTENTION_API Tensor<T> layer_norm(const TensorView<T>& x, const LayerNormOptions<T>& options);
template <class T>
ATTENTION_API LayerNormGradient<T> layer_norm_gradient(const TensorView<T>& x,
                                                       const TensorView<T>& output_gradient,
                                                       const LayerNormOptions<T>& options);
template <class T>
ATTENTION_API Tensor<T> rms_norm(const TensorView<T>& x, const RmsNormOptions<T>& options);
template <class T>
ATTENTION_API RmsNormGradient<T> rms_norm_gradient(const TensorView<T>& x,
                                                   const TensorView<T>& output_gradient,
                                                   const RmsNormOptions<T>& options);
}  // namespace abi

/// Layer norm along the last axis, for each row.
/// y = (x − mean(x)) / √(variance(x) + epsilon) · gain + bias, with the mean and the variance over
/// the d components. The variance divides by d, not by d − 1.
/// @param x        of shape (…, d); may have no entries
/// @param options  gain, bias and epsilon
/// @return a tensor of the shape of x
/// Means are computed in double and neither overflow nor underflow for any finite entries. A
/// constant row becomes the bias; with epsilon 0 it becomes NaN, as does a row that contains NaN or
/// ±∞.
/// @throws ShapeMismatch naming `gain` or `bias`; OutOfRange naming `epsilon`; OutOfMemory
/// Time O(entries); memory: one entry for each of x.
/// Source: Ba et al. 2016, section 3; torch.nn.functional.layer_norm
///
///     const auto y = attention::layer_norm(x, {.gain = gain, .bias = bias});
template <TensorLike X>
Tensor<scalar_of<X>> layer_norm(const X& x, const LayerNormOptions<scalar_of<X>>& options = {}) {
  return abi::layer_norm<scalar_of<X>>(abi::read(x), options);
}

/// Backward pass of `layer_norm`.
/// With v = (x − mean(x)) / σ, σ = √(variance(x) + epsilon) and g = gain · ∂L/∂y: ∂L/∂x =
/// (g − mean(g) − v · mean(g v)) / σ. ∂L/∂gain is the sum of ∂L/∂y · v over all rows, and ∂L/∂bias
/// is the sum of ∂L/∂y; the sums are in double.
/// @param x, options       as given to `layer_norm`
/// @param output_gradient  ∂L/∂y, of the shape of x
/// @return the gradients of x, gain and bias; NaN where `layer_norm` gives NaN
/// @throws as `layer_norm` does, and ShapeMismatch naming `output_gradient`
/// Time O(entries); memory: one entry for each of x, and 4 d numbers.
/// Source: Ba et al. 2016, section 3
///
///     const auto [x_gradient, gain_gradient, bias_gradient] =
///         attention::layer_norm_gradient(x, y_gradient, {.gain = gain, .bias = bias});
template <TensorLike X, TensorLike G>
LayerNormGradient<scalar_of<X, G>> layer_norm_gradient(
    const X& x, const G& output_gradient, const LayerNormOptions<scalar_of<X, G>>& options = {}) {
  return abi::layer_norm_gradient<scalar_of<X, G>>(abi::read(x), abi::read(output_gradient),
                                                   options);
}

/// RMS norm along the last axis, for each row: y = x / √(mean(x²) + epsilon) · gain, with the mean
/// over the d components.
/// @param x        of shape (…, d); may have no entries
/// @param options  gain and epsilon
/// @return a tensor of the shape of x
/// Means are computed as by `layer_norm`. A row of zeros stays a row of zeros; with epsilon 0 it
/// becomes NaN. In a row with ±∞ these entries become NaN and the others 0.
/// @throws ShapeMismatch naming `gain`; OutOfRange naming `epsilon`; OutOfMemory
/// Time O(entries); memory: one entry for each of x.
/// Source: Zhang and Sennrich 2019, equation 4
///
///     const auto y = attention::rms_norm(x, {.gain = gain});
template <TensorLike X>
Tensor<scalar_of<X>> rms_norm(const X& x, const RmsNormOptions<scalar_of<X>>& options = {}) {
  return abi::rms_norm<scalar_of<X>>(abi::read(x), options);
}

/// Backward pass of `rms_norm`.
/// With v = x / σ, σ = √(mean(x²) + epsilon) and g = gain · ∂L/∂y: ∂L/∂x = (g − v · mean(g v)) / σ.
/// ∂L/∂gain is the sum of ∂L/∂y · v over all rows, added in double.
/// @param x, options       as given to `rms_norm`
/// @param output_gradient  ∂L/∂y, of the shape of x
/// @return the gradients of x and gain; NaN and ±∞ follow IEEE 754
/// @throws as `rms_norm` does, and ShapeMismatch naming `output_gradient`
/// Time O(entries); memory: one entry for each of x, and 4 d numbers.
/// Source: Zhang and Sennrich 2019, section 4.1
///
///     const auto [x_gradient, gain_gradient] =
///         attention::rms_norm_gradient(x, y_gradient, {.gain = gain});
template <TensorLike X, TensorLike G>
RmsNormGradient<scalar_of<X, G>> rms_norm_gradient(
    const X& x, const G& output_gradient, const RmsNormOptions<scalar_of<X, G>>& options = {}) {
  return abi::rms_norm_gradient<scalar_of<X, G>>(abi::read(x), abi::read(output_gradient), options);
}

}  // namespace attention
