// SPDX-License-Identifier: MIT
// The table of options. For each structure of options, `each_option` (options.cpp) calls a method
// of `visit` once for each option, with its name and its field. There are two visitors. `Choices`
// reads the options of a call. `OptionTable` lists the options for JavaScript: their names, order,
// default values and choices.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "attention/detail/streaming.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/multi_head.hpp"
#include "attention/normalization.hpp"
#include "attention/options.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/scores.hpp"
#include "bindings/arguments.hpp"
#include "lab/dot_product_moments.hpp"
#include "lab/multi_head_variants.hpp"
#include "lab/saturation.hpp"

namespace attention::bindings {

/// Whether a call must give an option, so that its default value does not apply.
enum class Need { kOptional, kRequired };

/// Visits each option of a structure, and may change its field.
class OptionVisitor {
 public:
  virtual void number(const char* name, double& field, Need need = Need::kOptional) = 0;
  virtual void flag(const char* name, bool& field) = 0;

  /// Visit a count or a seed as a number. @throws OutOfRange as `index_of` and `whole` do
  /// @{
  void count(const char* name, Index& field, Need need = Need::kOptional);
  void seed(const char* name, std::uint64_t& field, Need need = Need::kOptional);
  /// @}

  /// Visits an option whose value is names[place]. Returns the index of its new value, or `place`
  /// if the value does not change.
  virtual std::size_t choice(const char* name, std::span<const std::string_view> names,
                             std::size_t place, Need need = Need::kOptional) = 0;

 protected:
  ~OptionVisitor() = default;
};

/// Reads the options of a call, which JavaScript passes as numbers, in the order of the table. The
/// request must not change while they are read.
class Choices final : public OptionVisitor {
 public:
  Choices() : rest_(request_choices()) {}

  /// Returns the next choice. @throws Internal if there are no more
  double number();

  void number(const char* name, double& field, Need need) override;
  void flag(const char* name, bool& field) override;

  /// @throws UnknownOption naming the option unless the number is an index of `names`
  std::size_t choice(const char* name, std::span<const std::string_view> names, std::size_t place,
                     Need need) override;

 private:
  std::span<const double> rest_;
};

/// Writes the table as JSON: an object with a list [name, default value] for each option of a
/// structure. JavaScript converts the names to camel case. The default value of a choice is a name,
/// and the third entry of its list contains all names. A required option has the default value
/// null.
class OptionTable final : public OptionVisitor {
 public:
  template <class Options>
  void add(std::string_view structure, Options options) {
    item({"\"", structure, "\":["});
    each_option(*this, options);
    write({"]"});
  }

  void number(const char* name, double& field, Need need) override;
  void flag(const char* name, bool& field) override;
  std::size_t choice(const char* name, std::span<const std::string_view> names, std::size_t place,
                     Need need) override;

  std::string json() const { return json_ + '}'; }

 private:
  void option(const char* name, std::string_view value, Need need);
  void item(std::initializer_list<std::string_view> parts);
  void write(std::initializer_list<std::string_view> parts);

  std::string json_ = "{";
};

/// The table of this module. Each source of the bindings adds the options that its functions read.
OptionTable& option_table();

struct KernelChoices {
  KernelRegressionOptions options;
  abi::DocumentVariant variant;
};

struct AttentionChoices {
  Score score = Score::kDot;
  double sigma = 1;
  AttentionOptions options;
  abi::DocumentVariant variant;
};

struct StreamingChoices {
  AttentionOptions options;
  Tiles tiles;
};

struct PointingChoices {
  bool is_tied = false;
  bool is_scaled = true;
};

void each_option(OptionVisitor& visit, RandomOptions& x);
void each_option(OptionVisitor& visit, KernelChoices& x);
void each_option(OptionVisitor& visit, Scale& x);
void each_option(OptionVisitor& visit, MaskOptions& x);
void each_option(OptionVisitor& visit, Dropout& x);
void each_option(OptionVisitor& visit, AttentionChoices& x);
void each_option(OptionVisitor& visit, StreamingChoices& x);
void each_option(OptionVisitor& visit, lab::VariantOptions& x);
void each_option(OptionVisitor& visit, PositionalEncodingOptions& x);
void each_option(OptionVisitor& visit, RotaryOptions& x);
void each_option(OptionVisitor& visit, GeluApproximation& x);
void each_option(OptionVisitor& visit, CausalAlignment& x);
void each_option(OptionVisitor& visit, OptimizerOptions& x);
void each_option(OptionVisitor& visit, PointingChoices& x);
void each_option(OptionVisitor& visit, LanguageModelOptions& x);
void each_option(OptionVisitor& visit, lab::DotProductOptions& x);
void each_option(OptionVisitor& visit, lab::SaturationOptions& x);

template <class T>
void each_option(OptionVisitor& visit, LayerNormOptions<T>& x) {
  visit.number("epsilon", x.epsilon);
}
template <class T>
void each_option(OptionVisitor& visit, RmsNormOptions<T>& x) {
  visit.number("epsilon", x.epsilon);
}

template <class Options>
Options next_options(Choices& next, Options options = {}) {
  each_option(next, options);
  return options;
}

/// Reads the options of a call that has one structure of options and no other choices.
template <class Options>
Options only_options(Options options = {}) {
  Choices next;
  return next_options(next, std::move(options));
}

}  // namespace attention::bindings
