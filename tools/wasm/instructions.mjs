// SPDX-License-Identifier: MIT
// Decodes the instructions of a .wasm file, to find certain opcodes. Searching the file for an opcode's bytes is not
// enough, because constants may contain the same bytes. Sources: WebAssembly specification 3.0, chapter 5, "Binary
// Format"; for the relaxed multiply-adds of LLVM 14, its file WebAssemblyInstrSIMD.td.

const CODE_SECTION = 10;
const MISC_PREFIX = 0xfc;
/** The opcode prefix of every instruction on 128-bit vectors. */
export const SIMD_PREFIX = 0xfd;
const BR_TABLE = 0x0e;
const SELECT_WITH_TYPES = 0x1c;

/** Matches a number in LEB128. Its last byte is below 0x80. */
const LEB = '[\\x80-\\xff]*[\\x00-\\x7f]';
/**
 * Matches one instruction, or only the opcode of BR_TABLE and SELECT_WITH_TYPES. The text has one character per byte.
 */
const INSTRUCTION = new RegExp(
  [
    '[\\x00\\x01\\x05\\x0b\\x0e\\x0f\\x1a-\\x1c\\x45-\\xc4\\xd1]',
    // Block types, branches, calls, variables, tables, memory.size and grow, integer constants.
    `[\\x02-\\x04\\x0c\\x0d\\x10\\x20-\\x26\\x3f-\\x42\\xd0\\xd2]${LEB}`,
    // call_indirect; alignment and offset of loads and stores.
    `[\\x11\\x28-\\x3e]${LEB}${LEB}`,
    '\\x43.{4}',
    '\\x44.{8}',
    // Conversions, bulk memory and table operations.
    '\\xfc[\\x00-\\x07]',
    `\\xfc[\\x09\\x0b\\x0d\\x0f-\\x11]${LEB}`,
    `\\xfc[\\x08\\x0a\\x0c\\x0e]${LEB}${LEB}`,
    // Loads and stores of vectors; v128.const and i8x16.shuffle; extract and replace lane; loads and stores of lanes;
    // all others.
    `\\xfd[\\x00-\\x0b\\x5c\\x5d]${LEB}${LEB}`,
    '\\xfd[\\x0c\\x0d].{16}',
    '\\xfd[\\x15-\\x22].',
    `\\xfd[\\x54-\\x5b]${LEB}${LEB}.`,
    `\\xfd${LEB}`,
  ].join('|'),
  'sy',
);

/**
 * @typedef {{at: number, prefix?: number, opcode: number}} Instruction
 *   at: the byte offset of the opcode in the file. If there is a prefix, it is the byte before.
 */

/** The unsigned LEB128 number at offset `at`, and the offset after it. @param {Uint8Array} wasm @param {number} at */
function leb(wasm, at) {
  let value = 0;
  let end = at;
  for (let scale = 1; ; scale *= 128) {
    const byte = wasm[end++];
    if (byte === undefined) throw new Error('unexpected end of file');
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end };
  }
}

/** The offset after `count` LEB128 numbers. @param {Uint8Array} wasm @param {number} at @param {number} count */
function skip(wasm, at, count) {
  let end = at;
  for (let i = 0; i < count; i++) end = leb(wasm, end).end;
  return end;
}

/**
 * The instructions of one function body.
 * @param {Uint8Array} wasm
 * @param {string} text  the bytes as characters
 * @param {number} start
 * @param {number} end
 * @returns {Generator<Instruction>}
 */
function* bodyInstructions(wasm, text, start, end) {
  const locals = leb(wasm, start);
  let at = skip(wasm, locals.end, 2 * locals.value);
  while (at < end) {
    const first = wasm[at] ?? 0;
    INSTRUCTION.lastIndex = at;
    const [{ length }] = INSTRUCTION.exec(text) ?? [''];
    if (length === 0) throw new Error(`unknown instruction 0x${first.toString(16)}`);
    if (first === SIMD_PREFIX || first === MISC_PREFIX)
      yield { at: at + 1, prefix: first, opcode: leb(wasm, at + 1).value };
    else yield { at, opcode: first };
    at += length;
    if (first !== BR_TABLE && first !== SELECT_WITH_TYPES) continue;
    const list = leb(wasm, at);
    at = skip(wasm, list.end, list.value + (first === BR_TABLE ? 1 : 0));
  }
  if (at !== end || wasm[end - 1] !== 0x0b)
    throw new Error('a function body does not end at an instruction');
}

/**
 * All instructions of a module.
 * @param {Uint8Array} wasm
 * @returns {Generator<Instruction>}
 */
export function* instructions(wasm) {
  const text = Buffer.from(wasm).toString('latin1');
  let at = 8; // magic number and version
  while (at < wasm.length) {
    const size = leb(wasm, at + 1);
    if (wasm[at] === CODE_SECTION) {
      const bodies = leb(wasm, size.end);
      let next = bodies.end;
      for (let left = bodies.value; left > 0; left--) {
        const body = leb(wasm, next);
        next = body.end + body.value;
        yield* bodyInstructions(wasm, text, body.end, next);
      }
    }
    at = size.end + size.value;
  }
}
