// SPDX-License-Identifier: MIT
// Catch2 2 has no library to link: its main is compiled here. Catch2 3 brings its own.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
