// SPDX-License-Identifier: MIT
// The layout of a language model's parameters. All parameters are concatenated in one matrix with
// one row, so that the optimizer and a saved state need to handle only this matrix.
#pragma once

#include <string>
#include <vector>

#include "attention/options.hpp"
#include "attention/shape.hpp"
#include "attention/tensor.hpp"

namespace attention::detail {

/// One parameter in the concatenated list: a matrix, or a vector (a gain or a bias), which has one
/// row.
struct LanguageModelParameter {
  std::string name;  ///< "E", "P", "g_att_0", "b_att_0", "W_q_0", "W_k_0", "W_v_0", "W_o_0",
                     ///< "g_mlp_0", "b_mlp_0", "W_in_0", "W_out_0" …, "g_end", "b_end", "U"
  Index rows = 0;
  Index cols = 0;
  Index first = 0;  ///< the index of its first entry in the list
  bool is_vector = false;

  Index size() const noexcept { return rows * cols; }
  Shape shape() const { return is_vector ? Shape{cols} : Shape{rows, cols}; }
};

/// The indices of the first entries of a norm's gain and bias in the list; 0 if there is none.
struct LanguageModelNorm {
  Index gain = 0;
  Index bias = 0;
};

/// The index of the first entry of each parameter of a layer in the concatenated list.
struct LanguageModelLayer {
  LanguageModelNorm att;  ///< before attention
  Index W_q = 0;
  Index W_k = 0;  ///< equal to W_q if keys use W_q
  Index W_v = 0;
  Index W_o = 0;
  LanguageModelNorm mlp;  ///< before the feed-forward layer, valid only if there is one
  Index W_in = 0;         ///< valid only if there is a feed-forward layer
  Index W_out = 0;
};

/// The parameters of a model, in the order in which they are drawn and saved.
class LanguageModelLayout {
 public:
  /// @throws OutOfRange naming an option; OutOfMemory
  explicit LanguageModelLayout(const LanguageModelOptions& options);

  const LanguageModelOptions& options() const noexcept { return options_; }
  const std::vector<LanguageModelParameter>& parameters() const noexcept { return parameters_; }
  const std::vector<LanguageModelLayer>& layers() const noexcept { return layers_; }
  Index E() const noexcept { return E_; }
  Index P() const noexcept { return P_; }
  bool has_P() const noexcept {
    return options_.position_encoding == PositionEncoding::kLearned && options_.positions > 0;
  }
  const LanguageModelNorm& end() const noexcept { return end_; }
  Index U() const noexcept { return U_; }

  /// The total number of entries of all parameters.
  Index size() const noexcept { return size_; }

  /// The width in components of one head, and of all key heads together.
  /// @{
  Index head_width() const noexcept { return options_.width / options_.heads; }
  Index kv_width() const noexcept { return head_width() * kv_heads(); }
  /// @}

  /// The number of key heads, and of the query heads that share one key head.
  /// @{
  Index kv_heads() const noexcept {
    return options_.kv_heads > 0 ? options_.kv_heads : options_.heads;
  }
  Index group() const noexcept { return options_.heads / kv_heads(); }
  /// @}

  /// The factor of the scores: 1, or 1/√(d/h) if they are scaled.
  double factor() const noexcept;

  /// The slope of a head's ALiBi bias; 0 with other encodings.
  double slope(Index head) const noexcept;

 private:
  Index add(std::string name, Index rows, Index cols, bool is_vector = false);
  LanguageModelNorm add_norm(const std::string& place);

  LanguageModelOptions options_;
  std::vector<LanguageModelParameter> parameters_;
  std::vector<LanguageModelLayer> layers_;
  Index E_ = 0;
  Index P_ = 0;
  LanguageModelNorm end_;
  Index U_ = 0;
  Index size_ = 0;
};

/// Returns the parameters before the first step, of shape (1, entries): see the constructor of
/// attention::LanguageModel.
template <class T>
Tensor<T> drawn_parameters(const LanguageModelLayout& layout, std::uint64_t seed);

}  // namespace attention::detail
