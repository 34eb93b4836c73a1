// SPDX-License-Identifier: MIT
// Defines the function main of the test programs. This file is compiled only with version 2 of
// Catch2, which is header-only; the library of version 3 contains a main.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
