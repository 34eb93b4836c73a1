// SPDX-License-Identifier: MIT
#include "bench/shape.hpp"

#include <charconv>
#include <fstream>

namespace attention::bench {
namespace {

std::size_t sides_of(const std::string& kind) {
  if (kind == "attention") return 3;
  if (kind == "multi-head" || kind == "train") return 2;
  return kind == "matmul" || kind == "softmax" ? 1 : 0;
}

std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& name) {
  return folder / (name + ".f32");
}

std::streamsize bytes_of(const Tensor<float>& x) {
  return static_cast<std::streamsize>(sizeof(float)) * x.size();
}

}  // namespace

Shape parse_shape(const std::string& id) {
  const std::size_t colon = id.find(':');
  Shape shape{id.substr(0, colon), {}};
  const char* from = id.data() + (colon == std::string::npos ? id.size() : colon + 1);
  const char* const end = id.data() + id.size();
  while (from < end) {
    Index side = 0;
    const auto [stop, error] = std::from_chars(from, end, side);
    if (error != std::errc() || side < 1 || (stop < end && (*stop != 'x' || stop + 1 == end)))
      break;
    shape.sides.push_back(side);
    from = stop + (stop < end ? 1 : 0);
  }
  if (from < end || shape.sides.empty() || shape.sides.size() != sides_of(shape.kind))
    throw Unusable("shape: expected one such as attention:8x64x64, got " + id);
  return shape;
}

Tensor<float> read(const std::filesystem::path& folder, const std::string& name,
                   const attention::Shape& shape) {
  const auto file = file_of(folder, name);
  std::ifstream stream(file, std::ios::binary);
  Tensor<float> x(shape);
  stream.read(reinterpret_cast<char*>(x.data()), bytes_of(x));
  if (!stream || stream.peek() != std::ifstream::traits_type::eof())
    throw Unusable(file.string() + ": expected " + std::to_string(x.size()) + " numbers");
  return x;
}

void write(const std::filesystem::path& folder, const std::string& name,
           const Tensor<float>& output) {
  const auto file = file_of(folder, name);
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(output.data()), bytes_of(output));
  if (!stream.flush()) throw Unusable(file.string() + ": cannot be written");
}

}  // namespace attention::bench
