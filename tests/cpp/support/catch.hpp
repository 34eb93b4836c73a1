// SPDX-License-Identifier: MIT
// Includes version 3 of Catch2 if it is installed, and otherwise the single header of version 2
// (Debian 12 contains 2.13.10).
#pragma once

#include "support/namespaces.hpp"

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>

// Catch2 2 declares Approx in the global namespace, so the tests use it unqualified.
using Catch::Approx;

namespace attention::test {
template <class T>
using MatcherBase = Catch::Matchers::MatcherBase<T>;
}
#else
#include <catch2/catch.hpp>

namespace attention::test {
template <class T>
using MatcherBase = Catch::MatcherBase<T>;
}
#endif
