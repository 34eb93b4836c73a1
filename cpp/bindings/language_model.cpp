// SPDX-License-Identifier: MIT
#include "attention/language_model.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

// A model and the size of its vocabulary, which the conversion of tokens to integers needs.
template <class T>
struct HeldModel {
  LanguageModel<T> model;
  Index vocabulary;
};

template <class T>
struct HeldGenerator {
  LanguageModelGenerator<T> generator;
  Index vocabulary;
};

template <class T>
HeldModel<T>* language_model() {
  return guarded([] {
    Choices next;
    const auto options = next_options<LanguageModelOptions>(next);
    const auto optimizer = next_options<OptimizerOptions>(next);
    return new HeldModel<T>{LanguageModel<T>(options, optimizer, whole("seed", next.number())),
                            options.vocabulary};
  });
}

class Integers {
 public:
  Integers() = default;
  template <class T>
  Integers(const char* argument, std::size_t index, Index below, T /*precision*/)
      : entries_(whole_numbers<T>(argument, index, below)),
        shape_(request_view<T>(index).shape()) {}

  TensorView<Index> view() const { return attention::view(entries_, shape_); }

 private:
  std::vector<Index> entries_;
  Shape shape_ = {0};
};

// The tensors of the request: tokens, and optionally targets with counts.
struct Sequences {
  template <class T>
  Sequences(const HeldModel<T>& held)  // NOLINT: implicit
      : tokens("tokens", 0, held.vocabulary, T()) {
    if (is_given(1)) targets = Integers("targets", 1, held.vocabulary, T());
    if (is_given(2)) counts = Integers("counts", 2, 2, T());
  }
  LanguageModelBatches view() const { return {tokens.view(), targets.view(), counts.view()}; }

  Integers tokens;
  Integers targets;
  Integers counts;
};

// The choices of a `train` request are its learning rates, which are doubles even for a float
// model.
std::vector<double> request_rates() {
  const auto choices = request_choices();
  return {choices.begin(), choices.end()};
}

template <class T>
Address train(HeldModel<T>& held, double count) {
  return guarded([&] {
    const Index steps = stored_index_of("count", count, 2 * sizeof(T));
    const Sequences sequences(held);
    const std::vector<double> rates = request_rates();
    auto training = held.model.train(sequences.view(), steps, view(rates));
    return respond(training.losses, training.gradient_norms);
  });
}

template <class T>
Address train_on(HeldModel<T>& held, double count, double sequences, double length, double seed) {
  return guarded([&] {
    const Index steps = stored_index_of("count", count, 2 * sizeof(T));
    const CorpusSampling sampling{index_of("sequences", sequences), index_of("length", length),
                                  whole("seed", seed)};
    const Integers corpus("corpus", 0, held.vocabulary, T());
    const std::vector<double> rates = request_rates();
    auto training = held.model.train_on(corpus.view(), sampling, steps, view(rates));
    return respond(training.losses, training.gradient_norms);
  });
}

template <class T>
HeldGenerator<T>* generator(const HeldModel<T>& held, double length, double sequences) {
  return guarded([&] {
    return new HeldGenerator<T>{
        held.model.generator(index_of("length", length), index_of("sequences", sequences)),
        held.vocabulary};
  });
}

template <class T>
Address next(HeldGenerator<T>& held) {
  return guarded([&] {
    const Integers tokens("tokens", 0, held.vocabulary, T());
    return respond(held.generator.next(tokens.view()));
  });
}

template <class T>
Address stages(HeldModel<T>& held) {
  return guarded([&] {
    auto stages = held.model.stages(Sequences(held).view());
    return respond(stages.weights, stages.streams, stages.logits, stages.loss_rows, stages.loss);
  });
}

template <class T>
Address gradient(HeldModel<T>& held) {
  return guarded([&] {
    auto result = held.model.gradient(Sequences(held).view());
    return respond(result.loss, result.gradient);
  });
}

// Returns three lists: the parameters, and the optimizer's lists `first` and `second` (such as
// Adam's moments), which may be empty.
template <class T>
Address state(const HeldModel<T>& held) {
  return guarded([&] {
    auto state = held.model.state();
    return respond(state.parameters, state.first, state.second);
  });
}

template <class T>
bool restore(HeldModel<T>& held, double steps) {
  return guarded([&] {
    const auto list = [](std::size_t index) { return Tensor<T>(request_view<T>(index)); };
    held.model.restore({steps_of(steps), list(0), list(1), list(2)});
    return true;
  });
}

// Returns one flat list: for each parameter its name, followed by the lengths of its axes.
template <class T>
emscripten::val layout(const HeldModel<T>& held) {
  auto list = emscripten::val::array();
  for (Index i = 0; i < held.model.size(); ++i) {
    list.call<void>("push", std::string(held.model.name(i)));
    for (const Index side : held.model.parameter(i).shape())
      list.call<void>("push", static_cast<double>(side));
  }
  return list;
}

template <class T>
void enter_language_model(const std::string& precision) {
  emscripten::class_<HeldModel<T>>(("LanguageModel" + precision).c_str())
      .function("train", &train<T>)
      .function("trainOn", &train_on<T>)
      .function("generator", &generator<T>, emscripten::allow_raw_pointers())
      .function("stages", &stages<T>)
      .function("gradient", &gradient<T>)
      .function(
          "steps",
          +[](const HeldModel<T>& held) { return static_cast<double>(held.model.steps()); })
      .function("layout", &layout<T>)
      .function("state", &state<T>)
      .function("restore", &restore<T>);
  emscripten::class_<HeldGenerator<T>>(("LanguageModelGenerator" + precision).c_str())
      .function("next", &next<T>)
      .function(
          "length",
          +[](const HeldGenerator<T>& held) {
            return static_cast<double>(held.generator.length());
          })
      .function(
          "reset", +[](HeldGenerator<T>& held) { held.generator.reset(); });
  emscripten::function(("newLanguageModel" + precision).c_str(), &language_model<T>,
                       emscripten::allow_raw_pointers());
}

}  // namespace

EMSCRIPTEN_BINDINGS(language_model) {
  enter_language_model<float>("32");
  enter_language_model<double>("64");
  option_table().add("languageModel", LanguageModelOptions());
}

}  // namespace attention::bindings
