// SPDX-License-Identifier: MIT
// Usage: <target> <folder-or-file>...
// Runs a fuzz target once for each file, without libFuzzer.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void feed(const std::filesystem::path& file) {
  // Prints the name first: if the target crashes, the last line of the output names the file.
  std::printf("%s\n", file.string().c_str());
  std::fflush(stdout);
  std::ifstream stream;
  stream.exceptions(std::ios::failbit | std::ios::badbit);
  stream.open(file, std::ios::binary);
  const std::vector<char> text(std::istreambuf_iterator<char>(stream), {});
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

int feed_all(const std::filesystem::path& place) {
  if (!std::filesystem::is_directory(place)) {
    feed(place);
    return 1;
  }
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place)) {
    feed(entry.path());
    ++count;
  }
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  int count = 0;
  for (int i = 1; i < argc; ++i) count += feed_all(argv[i]);
  std::printf("%d inputs\n", count);
  return count > 0 ? 0 : 1;
}
