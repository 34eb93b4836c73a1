// SPDX-License-Identifier: MIT
// The layout of a language model's parameters. All parameters are concatenated in one matrix with
// one row, so that the optimizer and a saved state need to handle only this matrix.
#pragma once

#include <string>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// One parameter matrix in the concatenated list.
struct LanguageModelParameter {
  std::string name;  ///< "E", "P", "W_q_0", "W_k_0", "W_v_0", "W_o_0", "W_in_0", "W_out_0" …, "U"
  Index rows = 0;
  Index cols = 0;
  Index first = 0;  ///< the index of its first entry in the list

  Index size() const noexcept { return rows * cols; }
};

/// For each matrix of a layer, the index of its first entry in the concatenated list of all
/// parameters.
struct LanguageModelLayer {
  Index W_q = 0;
  Index W_k = 0;  ///< equal to W_q if keys use W_q
  Index W_v = 0;
  Index W_o = 0;
  Index W_in = 0;  ///< valid only if there is a ReLU layer
  Index W_out = 0;
};

/// The parameters of a model, in the order in which they are drawn and saved.
class LanguageModelLayout {
 public:
  /// @throws OutOfRange naming `vocabulary`, `width`, `layers`, `heads`, `hidden` or `positions`;
  ///     OutOfMemory
  explicit LanguageModelLayout(const LanguageModelOptions& options);

  const LanguageModelOptions& options() const noexcept { return options_; }
  const std::vector<LanguageModelParameter>& parameters() const noexcept { return parameters_; }
  const std::vector<LanguageModelLayer>& layers() const noexcept { return layers_; }
  Index E() const noexcept { return E_; }
  Index P() const noexcept { return P_; }
  Index U() const noexcept { return U_; }

  /// The total number of entries of all parameters.
  Index size() const noexcept { return size_; }

  /// The number of components of a head.
  Index head_width() const noexcept { return options_.width / options_.heads; }

 private:
  Index add(std::string name, Index rows, Index cols);

  LanguageModelOptions options_;
  std::vector<LanguageModelParameter> parameters_;
  std::vector<LanguageModelLayer> layers_;
  Index E_ = 0;
  Index P_ = 0;
  Index U_ = 0;
  Index size_ = 0;
};

/// Returns the parameters before the first step: entry i of the list is draw i of the seed's
/// stream. E and P have variance 1/d. W_o and W_out, whose output is added to the residual stream,
/// have 1/(2·L·rows). All others have 1/rows. L is the number of layers, rows that of the matrix.
template <class T>
Matrix<T> drawn_parameters(const LanguageModelLayout& layout, std::uint64_t seed);

}  // namespace attention::detail
