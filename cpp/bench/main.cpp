// SPDX-License-Identifier: MIT
// attention-bench <shape> <folder of its inputs> [--outputs] [options of Google Benchmark]
// attention-bench peak                           [--outputs] [options of Google Benchmark]
// Times the library's calls for one shape (a computation and its sizes). With `peak` it times
// multiplications and additions in registers, which gives the machine's peak speed. With --outputs
// it measures nothing: it writes each output to the folder as <call>.f32 and prints the calls as
// JSON. `npm run bench:native` creates the folders and checks the outputs. Exit code 2: invalid
// arguments or files.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <iostream>

#include "attention/error.hpp"
#include "bench/peak.hpp"
#include "bench/timed_calls.hpp"

namespace attention::bench {
namespace {

constexpr int kUnusable = 2;

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
  const bool is_peak = arguments.size() == 1 && arguments[0] == "peak";
  if (!is_peak && arguments.size() != 2)
    throw Unusable("expected a shape and the folder of its inputs, or peak");
  const std::vector<Call> calls =
      is_peak ? peak_calls() : calls_of(parse_shape(arguments[0]), arguments[1]);
  if (wants_outputs) {
    for (const Call& call : calls)
      if (!is_peak) write(arguments[1], call.name, call.checked ? call.checked() : call.run());
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
  } catch (const attention::bench::Unusable& error) {
    std::cerr << error.what() << '\n';
  } catch (const attention::Error& error) {
    std::cerr << error.what() << '\n';
  }
  return attention::bench::kUnusable;
}
