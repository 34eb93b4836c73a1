// SPDX-License-Identifier: MIT
// Fuzzes the golden runner (cpp/golden): parses arbitrary bytes as a golden file, and runs the
// cases that it can read.
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "golden/compare.hpp"
#include "golden/golden_case.hpp"
#include "golden/runners.hpp"

namespace attention::golden {
namespace {

// Cases with more training steps or larger tensors are skipped, because they would take too long.
constexpr double kMostSteps = 20;
constexpr Index kMostEntries = 200;

bool is_small(const Case& golden) {
  for (const Tensors* tensors : {&golden.inputs, &golden.numbers})
    for (const auto& [name, x] : *tensors)
      if (x.rows.size() > kMostEntries) return false;
  const auto steps = golden.numbers.find("steps");
  return steps == golden.numbers.end() || steps->second.rows.size() != 1 ||
         !(steps->second.rows(0, 0) > kMostSteps);
}

// The golden runner reports any std::exception as an unusable case, so it is ignored here. Lack of
// memory, or an exception of any other type, propagates, so the fuzzer reports it.
void run(Runner runner, const Case& golden, const Expectation& expected) {
  try {
    worst_miss(runner(golden), expected);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
  }
}

void read_and_run(const std::filesystem::path& file) {
  std::vector<Case> cases;
  try {
    cases = read_cases(file);
  } catch (const BadFile&) {
    return;
  }
  for (const Case& golden : cases) {
    const auto found = runners().find(golden.function);
    if (found == runners().end() || !is_small(golden)) continue;
    run(found->second.in_double, golden, golden.in_double);
    run(found->second.in_float, golden, golden.in_float);
  }
}

const std::filesystem::path& scratch_file() {
  static const std::filesystem::path file =
      std::filesystem::temp_directory_path() /
      ("attention-fuzz-" + std::to_string(getpid()) + ".json");
  return file;
}

}  // namespace
}  // namespace attention::golden

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::golden;
  std::ofstream(scratch_file(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  read_and_run(scratch_file());
  std::filesystem::remove(scratch_file());
  return 0;
}
