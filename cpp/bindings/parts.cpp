// SPDX-License-Identifier: MIT
// The parts of a Transformer's layer beyond attention: normalization, activation and positions.
#include "attention/activation.hpp"
#include "attention/alibi.hpp"
#include "attention/normalization.hpp"
#include "attention/rotary.hpp"
#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
LayerNormOptions<T> next_layer_norm() {
  Choices next;
  return next_options<LayerNormOptions<T>>(next, {request_view<T>(1), request_view<T>(2)});
}

template <class T>
RmsNormOptions<T> next_rms_norm() {
  Choices next;
  return next_options<RmsNormOptions<T>>(next, {request_view<T>(1)});
}

template <class T>
Address layer_norm_of() {
  return guarded([] {
    const auto options = next_layer_norm<T>();
    return respond(layer_norm(request_view<T>(0), options));
  });
}

template <class T>
Address layer_norm_gradient_of() {
  return guarded([] {
    const auto options = next_layer_norm<T>();
    auto gradient = layer_norm_gradient(request_view<T>(0), request_view<T>(3), options);
    return respond(gradient.x, gradient.gain, gradient.bias);
  });
}

template <class T>
Address rms_norm_of() {
  return guarded([] {
    const auto options = next_rms_norm<T>();
    return respond(rms_norm(request_view<T>(0), options));
  });
}

template <class T>
Address rms_norm_gradient_of() {
  return guarded([] {
    const auto options = next_rms_norm<T>();
    auto gradient = rms_norm_gradient(request_view<T>(0), request_view<T>(2), options);
    return respond(gradient.x, gradient.gain);
  });
}

template <class T>
Address gelu_of() {
  return guarded([] {
    Choices next;
    return respond(gelu(request_view<T>(0), next_options<GeluApproximation>(next)));
  });
}

template <class T>
Address gelu_gradient_of() {
  return guarded([] {
    Choices next;
    return respond(gelu_gradient(request_view<T>(0), request_view<T>(1),
                                 next_options<GeluApproximation>(next)));
  });
}

template <class T>
Address rotary_of() {
  return guarded([] {
    Choices next;
    return respond(rotary(request_view<T>(0), next_options<RotaryOptions>(next)));
  });
}

template <class T>
Address rotary_gradient_of() {
  return guarded([] {
    Choices next;
    return respond(rotary_gradient(request_view<T>(0), next_options<RotaryOptions>(next)));
  });
}

template <class T>
Address alibi() {
  return guarded([] {
    Choices next;
    const Index num_heads = stored_index_of("num_heads", next.number(), sizeof(T));
    const Index m = stored_index_of("m", next.number(), sizeof(T));
    const Index n = stored_index_of("n", next.number(), sizeof(T));
    return respond(alibi_bias<T>(num_heads, m, n, next_options<CausalAlignment>(next)));
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
  b::option_table().add("norm", attention::LayerNormOptions<float>());
  b::option_table().add("gelu", attention::GeluApproximation());
  b::option_table().add("rotary", attention::RotaryOptions());
  b::option_table().add("alibi", attention::CausalAlignment());
}
