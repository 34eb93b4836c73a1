// SPDX-License-Identifier: MIT
// Tests that the random numbers in WebAssembly have the same bits as in the native test tests/cpp/random.cpp.
import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../web/src/engine/index.ts';
import { openEngine, TWINS } from './support.ts';

const FINGERPRINTS: Record<Distribution, bigint> = {
  normal: 0xfcd60b1c4de85ad9n,
  signs: 0x2d814349355cde03n,
  uniform: 0xeb1eaf53f36477a5n,
  laplace: 0x776839a20c3f8412n,
};

/**
 * The FNV-1a hash of the bytes of the numbers, with the non-standard offset basis that
 * tests/cpp/random.cpp uses.
 */
function fingerprint(numbers: Float64Array): bigint {
  let hash = 0x14650fb0739d0383n;
  for (const byte of new Uint8Array(numbers.buffer))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash;
}

describe.each(TWINS)('random numbers, %s', async (twin) => {
  const { engine } = await openEngine(twin);
  const draw = (distribution: Distribution) =>
    engine.random({ precision: 'float64', shape: [10_000], seed: 2024, stream: 5, distribution });

  it.each(Object.entries(FINGERPRINTS) as [Distribution, bigint][])(
    '%s: the native sequence, bit for bit',
    (distribution, expected) => {
      expect(fingerprint(draw(distribution).data)).toBe(expected);
    },
  );
});
