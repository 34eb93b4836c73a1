// SPDX-License-Identifier: MIT
// Multi-head attention with plain loops in double, written as directly as possible.
#pragma once

#include "support/matrices.hpp"

namespace attention::test::reference {

MultiHead<double> multi_head(const Tensor<double>& queries, const Tensor<double>& keys,
                             const Tensor<double>& values,
                             const MultiHeadParameters<double>& parameters,
                             const MultiHeadOptions<double>& options);

}  // namespace attention::test::reference
