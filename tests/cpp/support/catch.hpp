// SPDX-License-Identifier: MIT
// Catch2 3 where it is installed, else the single header of Catch2 2 (Debian 12 has 2.13.10).
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>

// Version 2 declares it in the global namespace.
using Catch::Approx;

namespace attention::detail {
template <class T>
using MatcherBase = Catch::Matchers::MatcherBase<T>;
}
#else
#include <catch2/catch.hpp>

namespace attention::detail {
template <class T>
using MatcherBase = Catch::MatcherBase<T>;
}
#endif
