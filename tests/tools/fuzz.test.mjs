// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseRequest } from '../../tools/fuzz.mjs';

const ALL = ['masks', 'attention', 'multi_head', 'language_model', 'parts', 'golden_files'];

test('npm run fuzz runs every target for a minute', () => {
  expect(parseRequest([])).toEqual({ seconds: 60, keep: false, targets: ALL });
});

test('its targets equal those in CMake', () => {
  const cmake = readFileSync(new URL('../fuzz/CMakeLists.txt', import.meta.url), 'utf8');
  const names = [...cmake.matchAll(/^attention_add_fuzz_target\((\w+)/gm)].map(([, name]) => name);
  expect(names).toEqual(ALL);
});

test('seconds and targets can be set', () => {
  expect(parseRequest(['--seconds', '5', '--keep', 'masks'])).toEqual({
    seconds: 5,
    keep: true,
    targets: ['masks'],
  });
});

test.each([
  [['--seconds', '0'], '--seconds: expected a whole number > 0, got 0'],
  [['--seconds', 'x'], '--seconds: expected a whole number > 0, got x'],
  [['softmax'], `target: expected one of ${ALL.join(', ')}, got softmax`],
  [['--minutes', '5'], "Unknown option '--minutes'"],
])('%j is refused', (args, message) => {
  expect(() => parseRequest(args)).toThrow(message);
});
