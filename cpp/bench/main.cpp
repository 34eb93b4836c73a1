// SPDX-License-Identifier: MIT
// attention-bench <kind> <side>... <folder of its inputs> [--outputs] [options of Google Benchmark]
// attention-bench peak                                    [--outputs] [options of Google Benchmark]
// Times the library's calls for one shape (a computation and its sizes). With `peak` it times
// multiplications and additions in registers, which gives the machine's peak speed. With --outputs
// it measures nothing: it writes each output to the folder as <call>.f32 and prints the calls as
// JSON. `npm run bench:native` checks the arguments, creates the folders and checks the outputs.

#include <benchmark/benchmark.h>

#include <fstream>
#include <iostream>
#include <stdexcept>

#include "bench/timed_calls.hpp"

namespace attention::bench {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
constexpr const char* kCompiler = "GCC " __VERSION__;
#else
constexpr const char* kCompiler = "another compiler";
#endif

void time(benchmark::State& state, const Call& call) {
  for ([[maybe_unused]] auto _ : state) {
    Tensor<float> output = call.run();
    benchmark::DoNotOptimize(output);
  }
  if (call.operations > 0)
    state.counters["FLOP/s"] = {call.operations, benchmark::Counter::kIsIterationInvariantRate};
}

void write(const std::filesystem::path& file, const Tensor<float>& output) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(output.data()),
               static_cast<std::streamsize>(sizeof(float)) * output.size());
  if (!stream.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

void print_calls(const std::vector<Call>& calls) {
  std::cout << "{\"compiler\": \"" << kCompiler << "\", \"vectors\": \"" << vectors_of_machine()
            << "\", \"calls\": [";
  for (const Call& call : calls)
    std::cout << (&call == &calls.front() ? "" : ", ") << "{\"name\": \"" << call.name
              << "\", \"operations\": " << static_cast<std::int64_t>(call.operations) << "}";
  std::cout << "]}\n";
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool wants_outputs = std::erase(arguments, "--outputs") > 0;
  if (arguments.empty()) throw std::invalid_argument("expected a shape and a folder, or peak");
  const bool is_peak = arguments.size() == 1;
  const std::filesystem::path folder = arguments.back();
  Shape shape{arguments.front(), {}};
  for (std::size_t i = 1; i + 1 < arguments.size(); ++i)
    shape.sides.push_back(std::stoll(arguments[i]));
  const std::vector<Call> calls = is_peak ? peak_calls() : calls_of(shape, folder);
  if (wants_outputs) {
    for (const Call& call : calls)
      if (!is_peak)
        write(folder / (call.name + ".f32"), call.checked ? call.checked() : call.run());
    print_calls(calls);
    return 0;
  }
  for (const Call& call : calls)
    benchmark::RegisterBenchmark(call.name.c_str(), [&call](auto& state) {
      time(state, call);
    })->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace attention::bench

int main(int argc, char** argv) {
  try {
    return attention::bench::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
