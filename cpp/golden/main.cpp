// SPDX-License-Identifier: MIT
// attention-golden <folder-or-file>...
// Runs every case of the golden files in double and in float, counts each as two, and prints one
// line for each that fails. Exit code 0: all passed, 1: some failed, 2: a file or a function could
// not be used.

#include <algorithm>
#include <iostream>

#include "attention/error.hpp"
#include "golden/compare.hpp"
#include "golden/golden_case.hpp"
#include "golden/runners.hpp"

namespace attention::golden {
namespace {

constexpr int kSomeFailed = 1;
constexpr int kUnusable = 2;

std::vector<std::filesystem::path> json_files(const std::filesystem::path& place) {
  if (!std::filesystem::is_directory(place)) return {place};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(place))
    if (entry.path().extension() == ".json" && entry.path().filename() != "index.json")
      files.push_back(entry.path());
  if (files.empty()) throw BadFile(place.string() + ": no golden files");
  std::sort(files.begin(), files.end());
  return files;
}

struct Count {
  int passed = 0;
  int failed = 0;
};

void judge(const Case& golden, const char* precision, Runner run, const Expectation& expected,
           Count& count) {
  std::optional<std::string> miss;
  try {
    miss = worst_miss(run(golden), expected);
  } catch (const Error& error) {
    miss = error.what();
  }
  ++(miss ? count.failed : count.passed);
  if (miss) std::cout << golden.id << ' ' << precision << ": " << *miss << '\n';
}

Count judge_file(const std::filesystem::path& file) {
  Count count;
  for (const Case& golden : read_cases(file)) {
    const auto found = runners().find(golden.function);
    if (found == runners().end())
      throw BadFile(file.string() + ": " + golden.id + ": no runner for " + golden.function);
    try {
      judge(golden, "float64", found->second.in_double, golden.in_double, count);
      judge(golden, "float32", found->second.in_float, golden.in_float, count);
    } catch (const std::exception& error) {
      throw BadFile(file.string() + ": " + golden.id + ": " + error.what());
    }
  }
  return count;
}

int run(const std::vector<std::string>& places) {
  Count total;
  for (const std::string& place : places)
    for (const auto& file : json_files(place)) {
      const Count count = judge_file(file);
      total.passed += count.passed;
      total.failed += count.failed;
    }
  std::cout << (total.passed + total.failed) / 2 << " cases, each in float64 and in float32\n";
  std::cout << total.passed << " passed, " << total.failed << " failed\n";
  return total.failed == 0 ? 0 : kSomeFailed;
}

}  // namespace
}  // namespace attention::golden

int main(int argc, char** argv) {
  using namespace attention::golden;
  const std::vector<std::string> places(argv + std::min(argc, 1), argv + argc);
  if (places.empty()) {
    std::cerr << "usage: attention-golden <folder-or-file>...\n";
    return kUnusable;
  }
  try {
    return run(places);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return kUnusable;
  }
}
