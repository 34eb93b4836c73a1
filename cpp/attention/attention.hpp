// SPDX-License-Identifier: MIT
/// @file
/// The whole library except attention/eigen.hpp, which needs Eigen.
#pragma once

#include "attention/error.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/language_model.hpp"
#include "attention/mask.hpp"
#include "attention/multi_head.hpp"
#include "attention/options.hpp"
#include "attention/random.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/scores.hpp"
#include "attention/shape.hpp"
#include "attention/softmax.hpp"
#include "attention/tensor.hpp"
#include "attention/trainer.hpp"
#include "attention/workspace.hpp"

/// Attention in its stages, with masks, gradients and training. Tensors come in as views; results
/// are tensors that own their entries.
namespace attention {}
