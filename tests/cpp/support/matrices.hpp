// SPDX-License-Identifier: MIT
// The public functions with Eigen matrices as arguments and results.
#pragma once

#include "attention/detail/random.hpp"
#include "attention/detail/score_bias.hpp"
#include "support/own_arguments.hpp"
#include "support/own_attention.hpp"
#include "support/own_lab.hpp"
#include "support/own_multi_head.hpp"

namespace attention::test {

using detail::ScoreBias;

}  // namespace attention::test
