// SPDX-License-Identifier: MIT
#include "attention/positional_encoding.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {

EMSCRIPTEN_BINDINGS(positional_encoding) {
  both("positionalEncoding", []<class T>() {
    Choices next;
    const Index width = stored_index_of("width", next.number(), sizeof(T));
    const Index count = stored_index_of("positions", next.number(), sizeof(T));
    require_memory(multiply_bytes(multiply_bytes(sizeof(T), count), width));
    return respond(
        positional_encoding<T>(count, width, next_options<PositionalEncodingOptions>(next)));
  });
  option_table().add("positionalEncoding", PositionalEncodingOptions());
}

}  // namespace attention::bindings
