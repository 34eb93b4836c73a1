// SPDX-License-Identifier: MIT
// Makes all calls of calls.cpp at the same time on eight threads with stacks of 64 KiB, half of the
// default size in musl libc.
#include <pthread.h>

#include <cstdlib>

#include "calls.hpp"

namespace {

constexpr std::size_t kStackBytes = 64 * 1024;

void require(int status) {
  if (status != 0) std::abort();
}

}  // namespace

int main() {
  pthread_attr_t attributes;
  require(pthread_attr_init(&attributes));
  require(pthread_attr_setstacksize(&attributes, kStackBytes));
  pthread_t threads[8];
  for (pthread_t& thread : threads)
    require(pthread_create(
        &thread, &attributes,
        [](void*) -> void* {
          check_calls();
          return nullptr;
        },
        nullptr));
  for (const pthread_t thread : threads) require(pthread_join(thread, nullptr));
}
