// SPDX-License-Identifier: MIT
#pragma once

/// Instantiates the function template `name` for float and for double. An overloaded name has no
/// single type, so its overloads are instantiated with their signatures instead.
#define ATTENTION_INSTANTIATE(name)           \
  template decltype(name<float>) name<float>; \
  template decltype(name<double>) name<double>
