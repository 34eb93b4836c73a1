// SPDX-License-Identifier: MIT
// <target> <folder-or-file>...: a fuzz target fed with files, where there is no libFuzzer.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void feed(const std::filesystem::path& file) {
  // Said before, so that the last line names the file that ended the program.
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
