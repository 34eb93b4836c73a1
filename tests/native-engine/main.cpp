// SPDX-License-Identifier: MIT
// Usage: attention-engine <requests> <replies>
// Runs the bindings (cpp/bindings) without a browser. tests/engine/native.ts writes calls to one
// pipe and reads responses from the other, so that the same tests run with a WebAssembly module and
// with the native library.
//
// Each message, in both directions, consists of the size of the JSON (uint32), the size of the
// block (uint32), the JSON and the block. The format of blocks is defined in bindings/wire.hpp. A
// call is {name, arguments, isFloat}. A response is the result of to_json (emscripten/bind.h).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

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

// Copies a response and its tensors into one contiguous block with the header format that
// JavaScript reads; addresses become offsets.
std::vector<std::byte> packed(const std::byte* block, bool is_float) {
  BlockHeader counts{};
  std::memcpy(&counts, block, sizeof counts);
  const auto count = static_cast<std::size_t>(counts.tensors);
  std::vector<std::byte> bytes(sizeof counts + count * sizeof(TensorHeader));
  std::memcpy(bytes.data(), &counts, sizeof counts);
  for (std::size_t i = 0; i < count; ++i) {
    AnswerHeader header{};
    std::memcpy(&header, block + sizeof counts + i * sizeof header, sizeof header);
    TensorHeader told{header.rank, {}, static_cast<std::int32_t>(bytes.size())};
    std::copy(std::begin(header.shape), std::end(header.shape), std::begin(told.shape));
    std::memcpy(bytes.data() + sizeof counts + i * sizeof told, &told, sizeof told);
    if (header.rank < 0) continue;
    std::size_t size = is_float ? sizeof(float) : sizeof(double);
    for (std::int32_t axis = 0; axis < header.rank; ++axis)
      size *= static_cast<std::size_t>(header.shape[axis]);
    const auto* data = static_cast<const std::byte*>(header.data);
    bytes.insert(bytes.end(), data, data + size);
    bytes.resize((bytes.size() + sizeof(double) - 1) / sizeof(double) * sizeof(double));
  }
  return bytes;
}

void write_answer(std::ostream& out, const json& answer, bool is_float) {
  const std::string text = answer.dump();
  const auto address = answer.value("address", Address{0});
  const auto block = address == 0 ? std::vector<std::byte>()
                                  : packed(reinterpret_cast<const std::byte*>(address), is_float);
  const Sizes sizes{static_cast<std::uint32_t>(text.size()),
                    static_cast<std::uint32_t>(block.size())};
  out.write(reinterpret_cast<const char*>(&sizes), sizeof sizes);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.write(reinterpret_cast<const char*>(block.data()),
            static_cast<std::streamsize>(block.size()));
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
