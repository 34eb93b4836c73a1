// SPDX-License-Identifier: MIT
#include "bench/shape.hpp"

#include <fstream>
#include <stdexcept>

namespace attention::bench {
namespace {

std::filesystem::path file_of(const std::filesystem::path& folder, const std::string& name) {
  return folder / (name + ".f32");
}

std::streamsize bytes_of(const Tensor<float>& x) {
  return static_cast<std::streamsize>(sizeof(float)) * x.size();
}

}  // namespace

Tensor<float> read(const std::filesystem::path& folder, const std::string& name,
                   const attention::Shape& shape) {
  const auto file = file_of(folder, name);
  std::ifstream stream(file, std::ios::binary);
  Tensor<float> x(shape);
  stream.read(reinterpret_cast<char*>(x.data()), bytes_of(x));
  if (!stream || stream.peek() != std::ifstream::traits_type::eof())
    throw std::runtime_error(file.string() + ": expected " + std::to_string(x.size()) + " numbers");
  return x;
}

void write(const std::filesystem::path& folder, const std::string& name,
           const Tensor<float>& output) {
  const auto file = file_of(folder, name);
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(output.data()), bytes_of(output));
  if (!stream.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace attention::bench
