// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "attention/detail/language_model/pass.hpp"

namespace attention::detail {

/// See attention::LanguageModelGenerator.
template <class T>
class LanguageModelGenerator {
 public:
  /// @param parameters  all parameters, in the order of the layout; copied
  /// @throws OutOfRange naming `causal`, `length` or `sequences`; OutOfMemory
  LanguageModelGenerator(const LanguageModelLayout& layout, const Matrix<T>& parameters,
                         Index length, Index sequences);

  Index length() const noexcept { return cache_->length(); }
  void reset() noexcept { cache_->clear(); }

  /// @param tokens  of shape (sequences), checked as by `language_model_tokens`
  /// @throws ShapeMismatch and OutOfRange naming `tokens`; OutOfMemory
  template <class Entry>
  Matrix<T> next(const TensorView<Entry>& tokens);

 private:
  // On the heap, so that references to it stay valid when the generator is moved.
  std::unique_ptr<const LanguageModelLayout> layout_;
  Matrix<T> parameters_;
  std::unique_ptr<LanguageModelCache<T>> cache_;
  std::unique_ptr<LanguageModelPass<T>> pass_;
};

}  // namespace attention::detail
