// SPDX-License-Identifier: MIT
#pragma once

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
void check_calls();
