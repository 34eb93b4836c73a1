// SPDX-License-Identifier: MIT
// The parts of a Transformer's layer beyond attention: normalization, activation and positions.
#include "attention/activation.hpp"
#include "attention/alibi.hpp"
#include "attention/normalization.hpp"
#include "attention/rotary.hpp"
#include "bindings/arguments.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address layer_norm_of() {
  return guarded([] {
    const LayerNormOptions<T> options{request_view<T>(1), request_view<T>(2), Choices().number()};
    return respond(layer_norm(request_view<T>(0), options));
  });
}

template <class T>
Address layer_norm_gradient_of() {
  return guarded([] {
    const LayerNormOptions<T> options{request_view<T>(1), request_view<T>(2), Choices().number()};
    auto gradient = layer_norm_gradient(request_view<T>(0), request_view<T>(3), options);
    return respond(gradient.x, gradient.gain, gradient.bias);
  });
}

template <class T>
Address rms_norm_of() {
  return guarded([] {
    const RmsNormOptions<T> options{request_view<T>(1), Choices().number()};
    return respond(rms_norm(request_view<T>(0), options));
  });
}

template <class T>
Address rms_norm_gradient_of() {
  return guarded([] {
    const RmsNormOptions<T> options{request_view<T>(1), Choices().number()};
    auto gradient = rms_norm_gradient(request_view<T>(0), request_view<T>(2), options);
    return respond(gradient.x, gradient.gain);
  });
}

GeluApproximation next_approximation(Choices& next) {
  return choice<GeluApproximation>("approximation", kGeluApproximationNames, next.index());
}

template <class T>
Address gelu_of() {
  return guarded([] {
    Choices next;
    return respond(gelu(request_view<T>(0), next_approximation(next)));
  });
}

template <class T>
Address gelu_gradient_of() {
  return guarded([] {
    Choices next;
    return respond(gelu_gradient(request_view<T>(0), request_view<T>(1), next_approximation(next)));
  });
}

RotaryOptions next_rotary(Choices& next) {
  return {next.number(), index_of("first", next.number()),
          choice<RotaryPairs>("pairs", kRotaryPairsNames, next.index())};
}

template <class T>
Address rotary_of() {
  return guarded([] {
    Choices next;
    return respond(rotary(request_view<T>(0), next_rotary(next)));
  });
}

template <class T>
Address rotary_gradient_of() {
  return guarded([] {
    Choices next;
    return respond(rotary_gradient(request_view<T>(0), next_rotary(next)));
  });
}

template <class T>
Address alibi() {
  return guarded([] {
    Choices next;
    const Index num_heads = stored_index_of("num_heads", next.number(), sizeof(T));
    const Index m = stored_index_of("m", next.number(), sizeof(T));
    const Index n = stored_index_of("n", next.number(), sizeof(T));
    const auto alignment =
        choice<CausalAlignment>("alignment", kCausalAlignmentNames, next.index());
    return respond(alibi_bias<T>(num_heads, m, n, alignment));
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(parts) {
  namespace b = attention::bindings;
  b::both("layerNorm", &b::layer_norm_of<float>, &b::layer_norm_of<double>);
  b::both("layerNormGradient", &b::layer_norm_gradient_of<float>,
          &b::layer_norm_gradient_of<double>);
  b::both("rmsNorm", &b::rms_norm_of<float>, &b::rms_norm_of<double>);
  b::both("rmsNormGradient", &b::rms_norm_gradient_of<float>, &b::rms_norm_gradient_of<double>);
  b::both("gelu", &b::gelu_of<float>, &b::gelu_of<double>);
  b::both("geluGradient", &b::gelu_gradient_of<float>, &b::gelu_gradient_of<double>);
  b::both("rotary", &b::rotary_of<float>, &b::rotary_of<double>);
  b::both("rotaryGradient", &b::rotary_gradient_of<float>, &b::rotary_gradient_of<double>);
  b::both("alibiBias", &b::alibi<float>, &b::alibi<double>);
}
