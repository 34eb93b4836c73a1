// SPDX-License-Identifier: MIT
// Decodes the instructions of a .wasm file, to find certain opcodes. Searching the file for an opcode's bytes is not
// enough, because constants may contain the same bytes. Sources: WebAssembly specification 3.0, chapter 5, "Binary
// Format"; for the relaxed multiply-adds of LLVM 14, its file WebAssemblyInstrSIMD.td.

const CODE_SECTION = 10;
const MISC_PREFIX = 0xfc;
/** The opcode prefix of every instruction on 128-bit vectors. */
export const SIMD_PREFIX = 0xfd;

/**
 * @typedef {{at: number, prefix?: number, opcode: number}} Instruction
 *   at: the byte offset of the opcode in the file; a prefix, if there is one, is the byte before
 */

class Reader {
  at = 0;
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  byte() {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('unexpected end of file');
    return byte;
  }

  /**
   * Decodes an unsigned LEB128 number. It also reads signed ones, but only to skip them: their value is then wrong.
   */
  leb() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** @param {number} count */
  lebs(count) {
    for (let i = 0; i < count; i++) this.leb();
  }
}

/** @param {number} x @param {number} first @param {number} last */
const within = (x, first, last) => x >= first && x <= last;

/** Skips the immediates of an opcode with prefix 0xFD (SIMD). @param {Reader} code @param {number} opcode */
function skipSimd(code, opcode) {
  const isMemory = opcode <= 11 || opcode === 92 || opcode === 93;
  if (isMemory) code.lebs(2);
  else if (opcode === 12 || opcode === 13)
    code.at += 16; // v128.const, i8x16.shuffle
  else if (within(opcode, 21, 34))
    code.at += 1; // lane index
  else if (within(opcode, 84, 91)) {
    code.lebs(2);
    code.at += 1; // alignment, offset and lane index
  }
}

/**
 * Skips the immediates of an opcode with prefix 0xFC: conversions, bulk memory and table operations.
 * @param {Reader} code
 * @param {number} opcode
 */
function skipMisc(code, opcode) {
  if (opcode <= 7) return;
  const immediates = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1][opcode - 8];
  if (immediates === undefined) throw new Error(`unknown instruction 0xfc ${opcode}`);
  code.lebs(immediates);
}

/** Skips the immediates of an opcode without a prefix. @param {Reader} code @param {number} opcode */
function skipPlain(code, opcode) {
  if (within(opcode, 0x02, 0x04))
    code.leb(); // block, loop, if: the block type
  else if (opcode === 0x0e)
    code.lebs(code.leb() + 1); // br_table
  else if (opcode === 0x11)
    code.lebs(2); // call_indirect
  else if (opcode === 0x1c)
    code.lebs(code.leb()); // select with types
  else if (within(opcode, 0x28, 0x3e))
    code.lebs(2); // loads and stores: alignment and offset
  else if (opcode === 0x43) code.at += 4;
  else if (opcode === 0x44) code.at += 8;
  else if (
    opcode === 0x0c || // br
    opcode === 0x0d ||
    opcode === 0x10 || // call
    within(opcode, 0x20, 0x26) || // variables and tables
    within(opcode, 0x3f, 0x42) || // memory.size and grow, integer constants
    opcode === 0xd0 ||
    opcode === 0xd2
  )
    code.leb();
  else if (
    !(
      opcode <= 0x01 ||
      opcode === 0x05 ||
      opcode === 0x0b ||
      opcode === 0x0f ||
      opcode === 0x1a ||
      opcode === 0x1b ||
      within(opcode, 0x45, 0xc4) ||
      opcode === 0xd1
    )
  )
    throw new Error(`unknown instruction 0x${opcode.toString(16)}`);
}

/**
 * The instructions of one function body, which ends before the byte offset `end`.
 * @param {Reader} code
 * @param {number} end
 * @returns {Generator<Instruction>}
 */
function* bodyInstructions(code, end) {
  for (let groups = code.leb(); groups > 0; groups--) code.lebs(2); // locals
  while (code.at < end) {
    const first = code.byte();
    if (first !== SIMD_PREFIX && first !== MISC_PREFIX) {
      yield { at: code.at - 1, opcode: first };
      skipPlain(code, first);
      continue;
    }
    const { at } = code;
    const opcode = code.leb();
    yield { at, prefix: first, opcode };
    if (first === SIMD_PREFIX) skipSimd(code, opcode);
    else skipMisc(code, opcode);
  }
  if (code.at !== end || code.bytes[end - 1] !== 0x0b)
    throw new Error('a function body does not end at an instruction');
}

/**
 * All instructions of a module.
 * @param {Uint8Array} wasm
 * @returns {Generator<Instruction>}
 */
export function* instructions(wasm) {
  const code = new Reader(wasm);
  code.at = 8; // magic number and version
  while (code.at < wasm.length) {
    const section = code.byte();
    const size = code.leb();
    if (section !== CODE_SECTION) {
      code.at += size;
      continue;
    }
    for (let bodies = code.leb(); bodies > 0; bodies--) {
      const bytes = code.leb();
      yield* bodyInstructions(code, code.at + bytes);
    }
  }
}
