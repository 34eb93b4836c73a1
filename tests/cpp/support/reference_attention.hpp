// SPDX-License-Identifier: MIT
// Scores, masks and attention as plain loops in double, as directly as they can be written.
#pragma once

#include "attention/detail/attention.hpp"

namespace attention::detail::reference {

Matrix<double> dot_scores(const Matrix<double>& queries, const Matrix<double>& keys);

Matrix<double> additive_scores(const Matrix<double>& queries, const Matrix<double>& keys,
                               const AdditiveParameters<double>& parameters);

Matrix<double> gaussian_scores(const Matrix<double>& queries, const Matrix<double>& keys,
                               double sigma);

double divisor_of(const Scale<double>& scale, Index d_k);

/// Whether query i of batch item b sees key j. The mask's axes are laid from the last.
bool keeps(const Visibility& visibility, const Shape& scores_shape, Index b, Index i, Index j);

/// Every stage, one entry at a time.
MaskedSoftmax<double> masked_softmax(const Tensor<double>& scores, const Visibility& visibility,
                                     const Masking<double>& masking);

/// Every stage; `dropout.keep` is followed, a seed is not.
Attention<double> attention(const Tensor<double>& queries, const Tensor<double>& keys,
                            const Tensor<double>& values, const AttentionOptions<double>& options);

}  // namespace attention::detail::reference
