// SPDX-License-Identifier: MIT
// Multi-head attention as plain loops in double, as directly as it can be written.
#pragma once

#include "attention/detail/multi_head.hpp"

namespace attention::detail::reference {

/// Every stage, one head after the other.
MultiHead<double> multi_head(const Tensor<double>& queries, const Tensor<double>& keys,
                             const Tensor<double>& values,
                             const MultiHeadParameters<double>& parameters,
                             const MultiHeadOptions<double>& options);

}  // namespace attention::detail::reference
