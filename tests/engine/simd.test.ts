// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { instructions, SIMD_PREFIX } from '../../tools/wasm/instructions.mjs';
import { standardise } from '../../tools/wasm/multiply-adds.mjs';
import { wasmBytes } from './support.ts';

/** What comes with relaxed SIMD: its two multiply-adds on floats and on doubles among them. */
const RELAXED = 0x100;
const MULTIPLY_ADDS = [0x105, 0x107];

/** How many instructions a module has, of the extension, of its relaxed part, and of each multiply-add. */
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
  it('the relaxed twin has many, multiply-adds of both precisions among them', () => {
    const { all, simd, relaxed, floats = 0, doubles = 0 } = count(wasmBytes('relaxed'));
    expect(all).toBeGreaterThan(10_000);
    expect(simd).toBeGreaterThan(100);
    expect(floats).toBeGreaterThan(10);
    expect(doubles).toBeGreaterThan(4);
    expect(relaxed).toBe(floats + doubles);
  });

  it('the SIMD twin has many, and none that is relaxed', () => {
    const { all, simd, relaxed } = count(wasmBytes('simd'));
    expect(simd).toBeGreaterThan(100);
    expect(relaxed).toBe(0);
    expect(all).toBeGreaterThan(10_000);
  });

  it('the scalar twin has none', () => {
    const { all, simd } = count(wasmBytes('scalar'));
    expect(simd).toBe(0);
    expect(all).toBeGreaterThan(10_000);
  });
});

/** A module of one function `(v128) -> v128` with these instructions. */
const moduleOf = (...instructions: number[]) => {
  const body = [0, ...instructions, 0x0b];
  const type = [1, 6, 1, 0x60, 1, 0x7b, 1, 0x7b];
  const code = [10, body.length + 2, 1, body.length, ...body];
  return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, ...type, 3, 2, 1, 0, ...code]);
};

describe('the count itself', () => {
  it('sees an instruction of the extension', () => {
    const wasm = moduleOf(0x41, 0, 0xfd, 15); // i32.const 0, i8x16.splat
    expect(WebAssembly.validate(wasm)).toBe(true);
    expect(count(wasm)).toMatchObject({ all: 3, simd: 1 });
  });

  it('does not take a constant’s byte 0xFD for one', () => {
    const splat = [0xfd, 15];
    const wasm = moduleOf(0x41, 0xfd, 0x00, 0x1a, 0x41, 0, ...splat); // i32.const 125 in two bytes
    expect(WebAssembly.validate(wasm)).toBe(true);
    expect(count(wasm)).toMatchObject({ all: 5, simd: 1 });
  });

  it('refuses what it does not know', () => {
    expect(() => count(moduleOf(0xff))).toThrow('0xff is not known');
  });
});

describe('multiply-adds from before the standard', () => {
  const operands = [0x20, 0, 0x20, 0, 0x20, 0];
  // A constant that looks like one of them is left alone.
  const alike = [0xfd, 12, ...Array(4).fill([0xfd, 0xaf, 0x01, 0]).flat(), 0x1a];
  const before = () =>
    moduleOf(...alike, ...operands, 0xfd, 0xaf, 1, 0x1a, ...operands, 0xfd, 0xcf, 1);
  const after = moduleOf(...alike, ...operands, 0xfd, 0x85, 2, 0x1a, ...operands, 0xfd, 0x87, 2);

  it('become those of the standard, which the platform takes', () => {
    const wasm = before();
    expect(WebAssembly.validate(wasm)).toBe(false);
    expect(standardise(wasm)).toEqual({ rewritten: 2, found: 2 });
    expect(wasm).toEqual(after);
    expect(WebAssembly.validate(wasm)).toBe(true);
  });

  it('are not sought twice, and missed where there are none', () => {
    const wasm = after.slice();
    expect(standardise(wasm)).toEqual({ rewritten: 0, found: 2 });
    expect(wasm).toEqual(after);
    expect(standardise(moduleOf(0x20, 0))).toEqual({ rewritten: 0, found: 0 });
  });
});
