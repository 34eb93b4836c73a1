// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { wrongIncludes } from '../../tools/check-includes.mjs';

it.each([
  ['cpp/simd/matmul.hpp', '#include "attention/detail/matrix.hpp"', 'attention/detail/matrix.hpp'],
  ['cpp/simd/view.hpp', '#include <Eigen/Core>', 'Eigen/Core'],
  ['cpp/attention/error.cpp', '  #  include "lab/moments.hpp"', 'lab/moments.hpp'],
  ['cpp/attention/detail/text.cpp', '#include "bindings/wire.hpp"', 'bindings/wire.hpp'],
  [
    'cpp/attention/mask.hpp',
    '#include <attention/detail/key_filter.hpp>',
    'attention/detail/key_filter.hpp',
  ],
  ['cpp/lab/moments.cpp', '#include "golden/compare.hpp"', 'golden/compare.hpp'],
  ['cpp/bindings/wire.cpp', '#include "golden/compare.hpp"', 'golden/compare.hpp'],
  ['cpp/bench/timed_calls.cpp', '#include "../bindings/wire.hpp"', '../bindings/wire.hpp'],
])('refuses in %s: %s', (file, text, header) => {
  const messages = wrongIncludes(file, `#include <span>\n${text}\n`);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain(`${file} includes ${header}; cpp/`);
});
