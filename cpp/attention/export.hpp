// SPDX-License-Identifier: MIT
#pragma once

/// Marks the symbols that a shared build of the library exports. All others are hidden.
#if defined(__GNUC__)
#define ATTENTION_API __attribute__((visibility("default")))
#else
#define ATTENTION_API
#endif
