// SPDX-License-Identifier: MIT
// Backward passes of the functions in scores.hpp, for one batch item. They do not check the shapes,
// because the forward pass has done so. Gradients of queries are overwritten. Gradients of keys and
// of parameters are accumulated, because several heads may share keys, and all batch items share
// the parameters.
#pragma once

#include "attention/detail/scores.hpp"

namespace attention::detail {

/// Backward pass of `dot_scores`: ∂L/∂Q = D K, ∂L/∂K = Dᵀ Q.
/// @param scores_gradient   of shape (m, n): D = ∂L/∂scores
/// @param queries_gradient  of shape (m, d)
/// @param keys_gradient     of shape (n, d)
template <class T>
void dot_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys,
                         const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                         MatrixSpan<T> keys_gradient);

/// Backward pass of `additive_scores`. With t_ij = tanh(W_q q_i + W_k k_j + bias) and
/// u_ij = D_ij w_v (1 − t_ij²): ∂L/∂w_v = Σ_ij D_ij t_ij, ∂L/∂bias = Σ_ij u_ij,
/// ∂L/∂q_i = W_qᵀ Σ_j u_ij, ∂L/∂W_q = Σ_ij u_ij q_iᵀ, and likewise for k_j and W_k.
/// @param scores_gradient      of shape (m, n): D = ∂L/∂scores
/// @param queries_gradient     of shape (m, d_q)
/// @param keys_gradient        of shape (n, d_k)
/// @param parameters_gradient  shaped like `parameters`, to which ∂L/∂parameters is added; its bias
///     is empty if there is none
template <class T>
void additive_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys,
                              const AdditiveParameters<T>& parameters,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient,
                              AdditiveParameters<T>& parameters_gradient);

/// Backward pass of `gaussian_scores`: ∂s_ij/∂q_i = −(q_i − k_j)/σ² = −∂s_ij/∂k_j,
/// ∂s_ij/∂σ = ‖q_i − k_j‖²/σ³. A pair whose entry of D is 0 contributes nothing, even if its score
/// is −∞.
/// @param scores_gradient   of shape (m, n): D = ∂L/∂scores
/// @param queries_gradient  of shape (m, d)
/// @param keys_gradient     of shape (n, d)
/// @param sigma_gradient    ∂L/∂σ is added to it
template <class T>
void gaussian_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient, T& sigma_gradient);

}  // namespace attention::detail
