// SPDX-License-Identifier: MIT
/// @file
/// Includes all public headers except attention/eigen.hpp, which needs Eigen, and the generated
/// attention/version.hpp.
#pragma once

#include "attention/activation.hpp"
#include "attention/alibi.hpp"
#include "attention/error.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/language_model.hpp"
#include "attention/mask.hpp"
#include "attention/multi_head.hpp"
#include "attention/normalization.hpp"
#include "attention/options.hpp"
#include "attention/positional_encoding.hpp"
#include "attention/random.hpp"
#include "attention/rotary.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/scores.hpp"
#include "attention/shape.hpp"
#include "attention/softmax.hpp"
#include "attention/tensor.hpp"
#include "attention/trainer.hpp"
#include "attention/workspace.hpp"

/// Functions that compute attention and, if needed, the result of each step; also masks, gradients
/// and training. Arguments are tensor views; results are tensors that own their entries. Matrix
/// products give the same bits on every processor, unless the library is built with ATTENTION_FUSED
/// (docs/cpp.md, "Build options").
namespace attention {}
