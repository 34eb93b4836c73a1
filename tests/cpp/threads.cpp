// SPDX-License-Identifier: MIT
// Calls every function on eight threads at the same time. The threads also make the first calls of
// the process, so the test detects initialisation that is not thread-safe. The results must equal
// those of a single thread. With ThreadSanitizer, the program also reports data races.
#include <barrier>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

#include "support/calls.hpp"

namespace {

constexpr std::size_t kThreads = 8;

}  // namespace

int main() {
  const std::vector<attention::NamedCall> calls = attention::every_call();
  std::vector<std::vector<attention::Bytes>> results(kThreads);
  for (auto& of_thread : results) of_thread.resize(calls.size());

  std::barrier start(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      start.arrive_and_wait();
      // Threads 2p and 2p + 1 make the same calls at the same time. Each pair of threads starts
      // with a different call.
      const std::size_t first = t / 2 * calls.size() / (kThreads / 2);
      for (std::size_t c = 0; c < calls.size(); ++c) {
        const std::size_t call = (first + c) % calls.size();
        results[t][call] = calls[call].run();
      }
    });
  for (std::thread& thread : threads) thread.join();

  int failures = 0;
  for (std::size_t c = 0; c < calls.size(); ++c) {
    const attention::Bytes expected = calls[c].run();
    bool is_same = !expected.empty();
    for (const auto& of_thread : results) is_same = is_same && of_thread[c] == expected;
    if (is_same) continue;
    std::printf("%s: the results differ from those of one thread\n", calls[c].name.c_str());
    ++failures;
  }
  std::printf("%zu calls on %zu threads, %d failures\n", calls.size(), kThreads, failures);
  return failures == 0 ? 0 : 1;
}
