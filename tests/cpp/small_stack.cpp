// SPDX-License-Identifier: MIT
// Makes each call of support/calls.hpp on a thread with a 64 KiB stack, half of musl libc's
// default, and measures how much of the stack it uses.
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "support/calls.hpp"

namespace {

constexpr std::size_t kStackBytes = 64 * 1024;

constexpr std::size_t kMostBytes = 32 * 1024;

constexpr unsigned char kUnused = 0xA5;

// Memory for a stack, with a guard page below it, so that an overflow ends the program.
class Stack {
 public:
  Stack() : guard_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    mapped_ = mmap(nullptr, guard_ + kStackBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped_ == MAP_FAILED || mprotect(mapped_, guard_, PROT_NONE) != 0) std::abort();
  }
  ~Stack() { munmap(mapped_, guard_ + kStackBytes); }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  // Runs a function on a thread with this stack. Returns the number of bytes from the top of the
  // stack to the lowest byte that was written, including those that any thread uses when it starts.
  std::size_t bytes_of(void* (*run)(void*), void* argument) {
    unsigned char* const bottom = static_cast<unsigned char*>(mapped_) + guard_;
    std::fill_n(bottom, kStackBytes, kUnused);
    pthread_attr_t attributes;
    pthread_t thread{};
    if (pthread_attr_init(&attributes) != 0 ||
        pthread_attr_setstack(&attributes, bottom, kStackBytes) != 0 ||
        pthread_create(&thread, &attributes, run, argument) != 0 ||
        pthread_join(thread, nullptr) != 0)
      std::abort();
    pthread_attr_destroy(&attributes);
    const unsigned char* const lowest = std::find_if(
        bottom, bottom + kStackBytes, [](unsigned char byte) { return byte != kUnused; });
    return static_cast<std::size_t>(bottom + kStackBytes - lowest);
  }

 private:
  std::size_t guard_;
  void* mapped_ = nullptr;
};

void* do_nothing(void*) { return nullptr; }

void* run_call(void* call) {
  static_cast<const attention::NamedCall*>(call)->run();
  return nullptr;
}

}  // namespace

int main() {
  std::vector<attention::NamedCall> calls = attention::every_call();
  Stack stack;
  const std::size_t of_thread = stack.bytes_of(&do_nothing, nullptr);
  std::size_t most = 0;
  int failures = 0;
  for (attention::NamedCall& call : calls) {
    // Prints the name first: if the stack overflows, this is the last line of the output.
    std::printf("%s: ", call.name.c_str());
    std::fflush(stdout);
    const std::size_t bytes = stack.bytes_of(&run_call, &call) - of_thread;
    std::printf("%zu bytes\n", bytes);
    most = std::max(most, bytes);
    failures += bytes > kMostBytes ? 1 : 0;
  }
  std::printf("at most %zu of %zu bytes, %d failures\n", most, kMostBytes, failures);
  return failures == 0 ? 0 : 1;
}
