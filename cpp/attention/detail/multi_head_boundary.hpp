// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/boundary.hpp"
#include "attention/detail/multi_head.hpp"
#include "attention/multi_head.hpp"

namespace attention::detail {

/// Converts public parameters to views of the same entries.
/// @throws ShapeMismatch naming the parameter
template <class T>
MultiHeadParametersView<T> inside(const attention::MultiHeadParameters<T>& p) {
  return {parameter<T>("W_q", p.W_q), parameter<T>("b_q", p.b_q), parameter<T>("W_k", p.W_k),
          parameter<T>("b_k", p.b_k), parameter<T>("W_v", p.W_v), parameter<T>("b_v", p.b_v),
          parameter<T>("W_o", p.W_o), parameter<T>("b_o", p.b_o)};
}

/// Checks that a result may be written while the parameters are read.
/// @throws OutOfRange naming `output`
template <class T>
void check_apart(const Bytes& output, const attention::MultiHeadParameters<T>& p) {
  const std::pair<const char*, const attention::TensorView<T>&> all[] = {
      {"W_q", p.W_q}, {"b_q", p.b_q}, {"W_k", p.W_k}, {"b_k", p.b_k},
      {"W_v", p.W_v}, {"b_v", p.b_v}, {"W_o", p.W_o}, {"b_o", p.b_o}};
  for (const auto& [name, parameter] : all) check_apart("output", output, name, parameter);
}

/// Copies public options to internal ones and reuses the memory of `to`.
/// @throws OutOfRange naming `mask` or `dropout_keep`; UnknownOption naming `score_bias`
template <class T>
void assign(const attention::MultiHeadOptions& options, MultiHeadOptions<T>& to) {
  to.num_heads = options.num_heads;
  to.projection = options.projection;
  to.scale = inside<T>(options.scale);
  assign(options.mask, to.visibility);
  to.masking = masking_of<T>(options.mask);
  to.dropout = inside(options.dropout);
  to.num_kv_heads = options.num_kv_heads;
  to.score_bias = inside<T>(options.score_bias);
}

template <class T>
MultiHeadOptions<T> inside(const attention::MultiHeadOptions& options) {
  MultiHeadOptions<T> result;
  assign(options, result);
  return result;
}

}  // namespace attention::detail
