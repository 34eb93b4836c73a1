// SPDX-License-Identifier: MIT
// Scores, masks and attention with plain loops in double, written as directly as possible.
#pragma once

#include "support/matrices.hpp"

namespace attention::test::reference {

Matrix<double> dot_scores(const Matrix<double>& queries, const Matrix<double>& keys);

Matrix<double> additive_scores(const Matrix<double>& queries, const Matrix<double>& keys,
                               const AdditiveParameters<double>& parameters);

Matrix<double> gaussian_scores(const Matrix<double>& queries, const Matrix<double>& keys,
                               double sigma);

double divisor_of(const Scale& scale, Index d_k);

/// Whether query i of batch item b may attend to key j. The axes of a mask are aligned with the
/// last axes of the scores.
bool keeps(const Visibility& visibility, const Shape& scores_shape, Index b, Index i, Index j);

MaskedSoftmax<double> masked_softmax(const Tensor<double>& scores, const Visibility& visibility,
                                     const Masking<double>& masking);

/// Dropout uses the flags `dropout.keep`; a seed is ignored.
Attention<double> attention(const Tensor<double>& queries, const Tensor<double>& keys,
                            const Tensor<double>& values, const AttentionOptions<double>& options);

}  // namespace attention::test::reference
