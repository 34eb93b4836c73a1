// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/generator.hpp"

#include <algorithm>
#include <string>

#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {

template <class T>
LanguageModelGenerator<T>::LanguageModelGenerator(const LanguageModelLayout& layout,
                                                  const Matrix<T>& parameters, Index length,
                                                  Index sequences) {
  const LanguageModelOptions& options = layout.options();
  if (!options.is_causal) throw Error(ErrorKind::kOutOfRange, "causal", "true", "false");
  const Index capacity = length == 0 ? options.positions : length;
  const Index most = std::min(longest_sequence(options), Index{1} << 24);
  if (capacity < 1 || capacity > most)
    throw Error(ErrorKind::kOutOfRange, "length",
                std::string("a number from 1 to ").append(std::to_string(most)),
                std::to_string(length));
  require_range("sequences", static_cast<double>(sequences), 1, 1 << 24);
  require_memory(multiply_bytes(sizeof(T), parameters.size()));
  layout_ = std::make_unique<const LanguageModelLayout>(layout);
  cache_ = std::make_unique<LanguageModelCache<T>>(*layout_, sequences, capacity);
  pass_ = std::make_unique<LanguageModelPass<T>>(*layout_, sequences, 1, capacity);
  parameters_ = parameters;
}

template <class T>
template <class Entry>
Matrix<T> LanguageModelGenerator<T>::next(const TensorView<Entry>& tokens) {
  const Index sequences = cache_->sequences();
  if (tokens.shape != Shape{sequences})
    throw Error(ErrorKind::kShapeMismatch, "tokens", shape_text(Shape{sequences}),
                shape_text(tokens.shape));
  if (length() == cache_->capacity())
    throw Error(
        ErrorKind::kOutOfRange, "tokens",
        std::string("at most ").append(std::to_string(cache_->capacity())).append(" in a sequence"),
        std::to_string(length() + 1));
  const LanguageModelOptions& options = layout_->options();
  const Eigen::Map<const Matrix<Entry>> rows(tokens.rows.data(), sequences, 1);
  const LanguageModelData data =
      language_model_tokens(options, TensorView<Entry>(Shape{sequences, 1}, rows), false);
  Matrix<T> logits(sequences, options.vocabulary);
  pass_->forward(parameters_.data(), data.tokens.data(), cache_.get());
  std::copy_n(pass_->logits(), logits.size(), logits.data());
  return logits;
}

#define ATTENTION_INSTANTIATE_NEXT(T, Entry) \
  template Matrix<T> LanguageModelGenerator<T>::next(const TensorView<Entry>&);
ATTENTION_INSTANTIATE_NEXT(float, float)
ATTENTION_INSTANTIATE_NEXT(float, Index)
ATTENTION_INSTANTIATE_NEXT(double, double)
ATTENTION_INSTANTIATE_NEXT(double, Index)
#undef ATTENTION_INSTANTIATE_NEXT

template class LanguageModelGenerator<float>;
template class LanguageModelGenerator<double>;

}  // namespace attention::detail
