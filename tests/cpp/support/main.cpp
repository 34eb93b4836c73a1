// SPDX-License-Identifier: MIT
// Compiled only with Catch2 2, which is header-only: this file defines the program's main. Catch2 3
// has its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
