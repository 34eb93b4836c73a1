// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { wasmBytes } from './support.ts';
import { countInstructions } from './v128.ts';

describe('128-bit instructions', () => {
  it('the SIMD twin has many', () => {
    const { all, simd } = countInstructions(wasmBytes('simd'));
    expect(simd).toBeGreaterThan(100);
    expect(all).toBeGreaterThan(10_000);
  });

  it('the scalar twin has none', () => {
    const { all, simd } = countInstructions(wasmBytes('scalar'));
    expect(simd).toBe(0);
    expect(all).toBeGreaterThan(10_000);
  });
});

describe('the count itself', () => {
  /** A module of one function `() -> v128` with these instructions. */
  const moduleOf = (...instructions: number[]) => {
    const body = [0, ...instructions, 0x0b];
    const type = [1, 5, 1, 0x60, 0, 1, 0x7b];
    const code = [10, body.length + 2, 1, body.length, ...body];
    return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...type, 3, 2, 1, 0, ...code]);
  };

  it('sees an instruction of the extension', () => {
    const wasm = moduleOf(0x41, 0, 0xfd, 15); // i32.const 0, i8x16.splat
    expect(WebAssembly.validate(wasm)).toBe(true);
    expect(countInstructions(wasm)).toEqual({ all: 3, simd: 1 });
  });

  it('does not take a constant’s byte 0xFD for one', () => {
    const splat = [0xfd, 15];
    const wasm = moduleOf(0x41, 0xfd, 0x00, 0x1a, 0x41, 0, ...splat); // i32.const 125 in two bytes
    expect(WebAssembly.validate(wasm)).toBe(true);
    expect(countInstructions(wasm)).toEqual({ all: 5, simd: 1 });
  });

  it('refuses what it does not know', () => {
    expect(() => countInstructions(moduleOf(0xff))).toThrow('0xff is not known');
  });
});
