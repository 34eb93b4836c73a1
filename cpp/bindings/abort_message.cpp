// SPDX-License-Identifier: MIT
// What libc++abi calls when all is lost. Its own writes a message through printf, which the module
// has no other use for.
#include <cstdlib>

extern "C" [[noreturn]] void abort_message(const char* /*format*/, ...) { std::abort(); }
