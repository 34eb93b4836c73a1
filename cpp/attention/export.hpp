// SPDX-License-Identifier: MIT
/// @file
/// The symbols that a shared build of the library exports.
#pragma once

/// Marks the symbols that a shared build of the library exports. All others are hidden.
#if defined(__GNUC__)
#define ATTENTION_API __attribute__((visibility("default")))
#else
#define ATTENTION_API
#endif
