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
LayerNormOptions<T> layer_norm_options() {
  return only_options<LayerNormOptions<T>>({request_view<T>(1), request_view<T>(2)});
}

template <class T>
RmsNormOptions<T> rms_norm_options() {
  return only_options<RmsNormOptions<T>>({request_view<T>(1)});
}

}  // namespace

EMSCRIPTEN_BINDINGS(parts) {
  both("layerNorm",
       []<class T>() { return respond(layer_norm(request_view<T>(0), layer_norm_options<T>())); });
  both("layerNormGradient", []<class T>() {
    auto gradient =
        layer_norm_gradient(request_view<T>(0), request_view<T>(3), layer_norm_options<T>());
    return respond(gradient.x, gradient.gain, gradient.bias);
  });
  both("rmsNorm",
       []<class T>() { return respond(rms_norm(request_view<T>(0), rms_norm_options<T>())); });
  both("rmsNormGradient", []<class T>() {
    auto gradient =
        rms_norm_gradient(request_view<T>(0), request_view<T>(2), rms_norm_options<T>());
    return respond(gradient.x, gradient.gain);
  });
  both("gelu", []<class T>() {
    return respond(gelu(request_view<T>(0), only_options<GeluApproximation>()));
  });
  both("geluGradient", []<class T>() {
    return respond(
        gelu_gradient(request_view<T>(0), request_view<T>(1), only_options<GeluApproximation>()));
  });
  both("rotary", []<class T>() {
    return respond(rotary(request_view<T>(0), only_options<RotaryOptions>()));
  });
  both("rotaryGradient", []<class T>() {
    return respond(rotary_gradient(request_view<T>(0), only_options<RotaryOptions>()));
  });
  both("alibiBias", []<class T>() {
    Choices next;
    const Index num_heads = stored_index_of("num_heads", next.number(), sizeof(T));
    const Index m = stored_index_of("m", next.number(), sizeof(T));
    const Index n = stored_index_of("n", next.number(), sizeof(T));
    return respond(alibi_bias<T>(num_heads, m, n, next_options<CausalAlignment>(next)));
  });
  option_table().add("norm", LayerNormOptions<float>());
  option_table().add("gelu", GeluApproximation());
  option_table().add("rotary", RotaryOptions());
  option_table().add("alibi", CausalAlignment());
}

}  // namespace attention::bindings
