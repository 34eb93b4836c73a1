// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { instructions, SIMD_PREFIX } from '../../tools/wasm/instructions.mjs';
import { standardise } from '../../tools/wasm/multiply-adds.mjs';
import { wasmBytes } from './support.ts';

/** The first opcode of relaxed SIMD, and the opcodes of its multiply-adds for floats (f32x4) and doubles (f64x2). */
const RELAXED = 0x100;
const MULTIPLY_ADDS = [0x105, 0x107];

function count(wasm: Uint8Array) {
  const all = [...instructions(wasm)];
  const simd = all.filter(({ prefix }) => prefix === SIMD_PREFIX).map(({ opcode }) => opcode);
  const relaxed = simd.filter((opcode) => opcode >= RELAXED);
  const [floats, doubles] = MULTIPLY_ADDS.map(
    (one) => relaxed.filter((opcode) => opcode === one).length,
  );
  return { all: all.length, simd: simd.length, relaxed: relaxed.length, floats, doubles };
}

describe('128-bit instructions', () => {
  it('the relaxed build has many, including multiply-adds of both precisions', () => {
    const { all, simd, relaxed, floats = 0, doubles = 0 } = count(wasmBytes('relaxed'));
    expect(all).toBeGreaterThan(10_000);
    expect(simd).toBeGreaterThan(100);
    expect(floats).toBeGreaterThan(10);
    expect(doubles).toBeGreaterThan(4);
    expect(relaxed).toBe(floats + doubles);
  });

  it('the SIMD build has many, and no relaxed ones', () => {
    const { all, simd, relaxed } = count(wasmBytes('simd'));
    expect(simd).toBeGreaterThan(100);
    expect(relaxed).toBe(0);
    expect(all).toBeGreaterThan(10_000);
  });
});

/** A module with one function of type `(v128) -> v128` whose body contains these bytes. */
const moduleOf = (...instructions: number[]) => {
  const body = [0, ...instructions, 0x0b];
  const type = [1, 6, 1, 0x60, 1, 0x7b, 1, 0x7b];
  const code = [10, body.length + 2, 1, body.length, ...body];
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...type, 3, 2, 1, 0, ...code]);
};

describe('the counter', () => {
  it('counts a SIMD instruction', () => {
    const wasm = moduleOf(0x41, 0, 0xfd, 15); // i32.const 0, i8x16.splat
    expect(WebAssembly.validate(wasm)).toBe(true);
    expect(count(wasm)).toMatchObject({ all: 3, simd: 1 });
  });

  it('does not count a constant’s byte 0xFD', () => {
    const splat = [0xfd, 15];
    const wasm = moduleOf(0x41, 0xfd, 0x00, 0x1a, 0x41, 0, ...splat); // i32.const 125 in two bytes
    expect(WebAssembly.validate(wasm)).toBe(true);
    expect(count(wasm)).toMatchObject({ all: 5, simd: 1 });
  });

  it('refuses unknown instructions', () => {
    expect(() => count(moduleOf(0xff))).toThrow('unknown instruction 0xff');
  });
});

describe('multiply-adds from before the standard', () => {
  const operands = [0x20, 0, 0x20, 0, 0x20, 0];
  // The tool under test replaces the draft opcodes of relaxed_madd. It must not change this v128.const, whose bytes
  // equal these opcodes.
  const alike = [0xfd, 12, ...Array(4).fill([0xfd, 0xaf, 0x01, 0]).flat(), 0x1a];
  const before = () =>
    moduleOf(...alike, ...operands, 0xfd, 0xaf, 1, 0x1a, ...operands, 0xfd, 0xcf, 1);
  const after = moduleOf(...alike, ...operands, 0xfd, 0x85, 2, 0x1a, ...operands, 0xfd, 0x87, 2);

  it('become those of the standard, which the platform accepts', () => {
    const wasm = before();
    expect(WebAssembly.validate(wasm)).toBe(false);
    expect(standardise(wasm)).toEqual({ rewritten: 2, found: 2 });
    expect(wasm).toEqual(after);
    expect(WebAssembly.validate(wasm)).toBe(true);
  });

  it('are replaced only once, and reported if there are none', () => {
    const wasm = after.slice();
    expect(standardise(wasm)).toEqual({ rewritten: 0, found: 2 });
    expect(wasm).toEqual(after);
    expect(standardise(moduleOf(0x20, 0))).toEqual({ rewritten: 0, found: 0 });
  });
});
