// SPDX-License-Identifier: MIT
// attention-engine <requests> <replies>: the bindings without a browser. The tests' engine
// (tests/engine/native.ts) writes calls to one pipe and reads answers from the other, so that all
// that JavaScript asks of the wasm module can be asked of the native library too.
//
// Either way a frame is: uint32 bytes of JSON, uint32 bytes of a block, JSON, block. The blocks are
// those of bindings/wire.hpp. A call is {name, arguments}; what an answer is says to_json.
#include <cmath>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>

#include <emscripten/bind.h>

#include "bindings/guarded.hpp"
#include "bindings/wire.hpp"

namespace emscripten {

std::map<std::string, Function>& functions() {
  static std::map<std::string, Function> table;
  return table;
}

std::map<int, Object>& objects() {
  static std::map<int, Object> table;
  return table;
}

int keep(Object object) {
  static int count = 0;
  objects()[++count] = std::move(object);
  return count;
}

double number_of(const json& x) {
  if (!x.is_string()) return x.get<double>();
  return std::stod(x.get<std::string>());
}

}  // namespace emscripten

namespace attention::bindings {
namespace {

using emscripten::json;

struct Sizes {
  std::uint32_t json;
  std::uint32_t block;
};

bool read_call(std::istream& in, json& call) {
  Sizes sizes{};
  if (!in.read(reinterpret_cast<char*>(&sizes), sizeof sizes)) return false;
  std::string text(sizes.json, '\0');
  in.read(text.data(), sizes.json);
  if (sizes.block > 0) in.read(reinterpret_cast<char*>(reserve_request(sizes.block)), sizes.block);
  if (!in) return false;
  call = json::parse(text);
  return true;
}

// How much of a response block is used: a header says where a tensor begins, not how wide it is.
std::size_t response_bytes(const std::byte* block, bool is_float) {
  BlockHeader counts{};
  std::memcpy(&counts, block, sizeof counts);
  std::size_t end = sizeof counts + static_cast<std::size_t>(counts.tensors) * sizeof(TensorHeader);
  for (std::int32_t i = 0; i < counts.tensors; ++i) {
    TensorHeader header{};
    std::memcpy(&header, block + sizeof counts + static_cast<std::size_t>(i) * sizeof header,
                sizeof header);
    if (header.rank < 0) continue;
    std::size_t bytes = is_float ? sizeof(float) : sizeof(double);
    for (std::int32_t axis = 0; axis < header.rank; ++axis)
      bytes *= static_cast<std::size_t>(header.shape[axis]);
    end = std::max(end, static_cast<std::size_t>(header.offset) + bytes);
  }
  return end;
}

void write_answer(std::ostream& out, const json& answer, bool is_float) {
  const std::string text = answer.dump();
  const auto address = answer.value("address", Address{0});
  const auto* block = reinterpret_cast<const std::byte*>(address);
  const std::size_t bytes = address == 0 ? 0 : response_bytes(block, is_float);
  const Sizes sizes{static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(bytes)};
  out.write(reinterpret_cast<const char*>(&sizes), sizeof sizes);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.write(reinterpret_cast<const char*>(block), static_cast<std::streamsize>(bytes));
  out.flush();
}

json answer_to(const json& call) {
  return emscripten::functions().at(call.at("name").get<std::string>())(call.at("arguments"));
}

void serve(std::istream& in, std::ostream& out) {
  json call;
  while (read_call(in, call)) write_answer(out, answer_to(call), call.at("isFloat").get<bool>());
}

}  // namespace
}  // namespace attention::bindings

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: attention-engine <requests> <replies>\n";
    return 2;
  }
  try {
    std::ifstream in(argv[1], std::ios::binary);
    std::ofstream out(argv[2], std::ios::binary);
    attention::bindings::serve(in, out);
  } catch (const std::exception& error) {
    std::cerr << "attention-engine: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
