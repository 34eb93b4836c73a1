// SPDX-License-Identifier: MIT
// Where a language model's parameters lie: one after the other in one list, so that an optimizer
// and a saved state see one matrix.
#pragma once

#include <string>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// One matrix in the list of all.
struct LanguageModelParameter {
  std::string name;  ///< "E", "P", "W_q_0", "W_k_0", "W_v_0", "W_o_0", "W_in_0", "W_out_0" …, "U"
  Index rows = 0;
  Index cols = 0;
  Index first = 0;  ///< where its first entry lies

  Index size() const noexcept { return rows * cols; }
};

/// Places of a layer's matrices.
struct LanguageModelLayer {
  Index W_q = 0;
  Index W_k = 0;  ///< W_q's where they are tied
  Index W_v = 0;
  Index W_o = 0;
  Index W_in = 0;  ///< where there is a ReLU layer
  Index W_out = 0;
};

/// The parameters that a model has, in the order in which they are drawn and saved.
class LanguageModelLayout {
 public:
  /// @throws OutOfRange (vocabulary, width, layers, heads, hidden, positions), OutOfMemory
  explicit LanguageModelLayout(const LanguageModelOptions& options);

  const LanguageModelOptions& options() const noexcept { return options_; }
  const std::vector<LanguageModelParameter>& parameters() const noexcept { return parameters_; }
  const std::vector<LanguageModelLayer>& layers() const noexcept { return layers_; }
  Index E() const noexcept { return E_; }
  Index P() const noexcept { return P_; }
  Index U() const noexcept { return U_; }

  /// Entries of all parameters.
  Index size() const noexcept { return size_; }

  /// Components of a head.
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

/// Parameters before the first step: entry i of the list is draw i of the seed's own stream. E and
/// P have variance 1/d, what is added to the stream 1/(2·L·rows), all other matrices 1/rows.
template <class T>
Matrix<T> drawn_parameters(const LanguageModelLayout& layout, std::uint64_t seed);

}  // namespace attention::detail
