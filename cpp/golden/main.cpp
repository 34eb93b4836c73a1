// SPDX-License-Identifier: MIT
// attention-golden <folder-or-file>...
// Runs every case of the golden files in double and in float and prints one line for each case that
// fails in either. Exit code 0: all passed; 1: some failed; 2: a file is invalid or a function has
// no runner; the other cases still run.

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
  int unusable = 0;
};

std::optional<Miss> judge(Runner run, const Case& golden, const Expectation& expected) {
  try {
    return worst_miss(run(golden), expected);
  } catch (const Error& error) {
    return Miss{error.what()};
  }
}

// A golden case passes if it passes in both precisions; if it fails, the worse precision is
// reported.
void judge(const Case& golden, Count& count) {
  const auto found = runners().find(golden.function);
  if (found == runners().end()) throw BadFile("no runner for " + golden.function);
  const auto in_double = judge(found->second.in_double, golden, golden.in_double);
  const auto in_float = judge(found->second.in_float, golden, golden.in_float);
  ++(in_double || in_float ? count.failed : count.passed);
  if (in_double && (!in_float || in_double->excess >= in_float->excess))
    std::cout << golden.id << " float64: " << in_double->text << '\n';
  else if (in_float)
    std::cout << golden.id << " float32: " << in_float->text << '\n';
}

void judge_file(const std::filesystem::path& file, Count& count) {
  for (const Case& golden : read_cases(file)) {
    try {
      judge(golden, count);
    } catch (const std::exception& error) {
      std::cerr << file.string() << ": " << golden.id << ": " << error.what() << '\n';
      ++count.unusable;
    }
  }
}

// Judges the golden cases of all files and folders. Each file that cannot be read and each folder
// without files counts as one unusable case.
Count judge_all(const std::vector<std::string>& places) {
  Count count;
  const auto counted = [&](const auto& use) {
    try {
      use();
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
      ++count.unusable;
    }
  };
  for (const std::string& place : places)
    counted([&] {
      for (const auto& file : json_files(place)) counted([&] { judge_file(file, count); });
    });
  return count;
}

int run(const std::vector<std::string>& places) {
  const Count count = judge_all(places);
  std::cout << count.passed << " passed, " << count.failed << " failed\n";
  if (count.unusable > 0) return kUnusable;
  return count.failed == 0 ? 0 : kSomeFailed;
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
  return run(places);
}
