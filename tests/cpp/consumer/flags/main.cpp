// SPDX-License-Identifier: MIT
#include "calls.hpp"

int main() { check_calls(); }
