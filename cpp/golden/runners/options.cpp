// SPDX-License-Identifier: MIT
#include "golden/runners/options.hpp"

#include "golden/runners/values.hpp"
#include "lab/document_fills.hpp"
#include "simd/instantiate.hpp"

namespace attention::golden {

using namespace lab;
namespace {

MaskMethod method(const Case& golden) {
  const std::string mode = word(golden, "mode", "fill");
  if (mode == "fill") return MaskMethod::kFill;
  if (mode == "add_tf") return MaskMethod::kAdd;
  throw BadFile("unknown mode " + mode);
}

Divisor divisor(const std::string& name) {
  static const std::map<std::string_view, Divisor> divisors = {{"none", Divisor::kNone},
                                                               {"sqrt_dk", Divisor::kSqrtDk},
                                                               {"sqrt_head", Divisor::kSqrtDk},
                                                               {"dk", Divisor::kDk},
                                                               {"sqrt_embed", Divisor::kSqrtEmbed}};
  const auto found = divisors.find(name);
  if (found == divisors.end()) throw BadFile("unknown scale " + name);
  return found->second;
}

}  // namespace

template <class T>
Scale<T> scale(const Case& golden) {
  if (golden.numbers.count("scale") == 0)
    return {.divisor = divisor(word(golden, "scale", "sqrt_dk"))};
  return {.divisor = Divisor::kNumber, .number = static_cast<T>(1 / number(golden, "scale", 1))};
}

template <class T>
Masking<T> masking(const Case& golden, double fill) {
  return {.method = method(golden), .fill = static_cast<T>(number(golden, "fill", fill))};
}

template <class T>
Visibility visible_by(const Case& golden, const std::string& lens) {
  Visibility visibility;
  if (has(golden, lens)) visibility.valid_lens = valid_lens_of<T>(tensor<T>(golden, lens));
  return visibility;
}

template <class T>
Visibility visibility(const Case& golden) {
  Visibility visibility = visible_by<T>(golden, "valid_lens");
  visibility.mask_axes = MaskAxes::kTrailing;
  if (!has(golden, "mask")) return visibility;
  Tensor<T> flags = tensor<T>(golden, "mask");
  if (method(golden) == MaskMethod::kAdd) {
    visibility.mask = mask_of_hidden<T>(flags);
  } else {
    // As with masked_fill(mask == 0, …) in PyTorch, every number but 0 keeps the key.
    flags.rows = (flags.rows.array() != 0).template cast<T>();
    visibility.mask = mask_of_kept<T>(flags);
  }
  return visibility;
}

template <class T>
Dropout dropout(const Case& golden, const Shape& weights_shape) {
  Dropout dropout;
  dropout.rate = number(golden, "dropout", 0);
  if (!has(golden, "keep")) return dropout;
  Visibility kept;
  kept.mask = mask_of_kept<T>(tensor<T>(golden, "keep"));
  kept.mask_axes = MaskAxes::kTrailing;
  const KeyFilter filter(kept, weights_shape);
  dropout.keep = Mask{weights_shape, {}};
  dropout.keep->keep.resize(static_cast<std::size_t>(size_of(weights_shape)));
  std::uint8_t* flags = dropout.keep->keep.data();
  const Index m = side(weights_shape, 1);
  const Index n = side(weights_shape);
  for (Index r = 0; r < batch_of(weights_shape) * m; ++r)
    filter.row(r / m, r % m, 0, n, flags + r * n);
  return dropout;
}

OptimizerOptions optimizer_of(const Case& golden) {
  OptimizerOptions options;
  const std::string method = word(golden, "optimizer", "sgd");
  if (method != "sgd" && method != "adam") throw BadFile("unknown optimizer " + method);
  options.method = method == "adam" ? OptimizerMethod::kAdam : OptimizerMethod::kSgd;
  options.learning_rate = number(golden, "lr", options.learning_rate);
  options.momentum = number(golden, "momentum", options.momentum);
  options.beta1 = number(golden, "beta1", options.beta1);
  options.beta2 = number(golden, "beta2", options.beta2);
  options.epsilon = number(golden, "eps", options.epsilon);
  const auto betas = golden.numbers.find("betas");
  if (betas == golden.numbers.end()) return options;
  if (betas->second.rows.size() != 2) throw BadFile("betas are not two numbers");
  options.beta1 = betas->second.rows(0, 0);
  options.beta2 = betas->second.rows(0, 1);
  return options;
}

Index heads(const Case& golden) { return static_cast<Index>(number(golden, "heads", 1)); }

template <class T>
MultiHeadOptions<T> options_004(const Case& golden) {
  MultiHeadOptions<T> options;
  options.num_heads = heads(golden);
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[0]);
  return options;
}

ATTENTION_INSTANTIATE(scale);
ATTENTION_INSTANTIATE(masking);
ATTENTION_INSTANTIATE(visible_by);
ATTENTION_INSTANTIATE(visibility);
ATTENTION_INSTANTIATE(dropout);
ATTENTION_INSTANTIATE(options_004);

}  // namespace attention::golden
