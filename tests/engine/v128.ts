// SPDX-License-Identifier: MIT
// Reads the instructions of a .wasm file and counts those of the 128-bit SIMD extension. A byte
// 0xFD alone proves nothing, since constants hold it too, so every instruction is decoded; what is
// not understood is an error. Source: WebAssembly specification 2.0, chapter 5, "Binary Format".

const CODE_SECTION = 10;
const SIMD_PREFIX = 0xfd;
const MISC_PREFIX = 0xfc;

class Reader {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error('the file ends in the middle');
    return byte;
  }

  /** Signed numbers are only skipped, so that the same reading serves them. */
  leb(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  lebs(count: number): void {
    for (let i = 0; i < count; i++) this.leb();
  }
}

const within = (x: number, first: number, last: number): boolean => x >= first && x <= last;

/** Steps over what follows a SIMD opcode. */
function skipSimd(code: Reader): void {
  const opcode = code.leb();
  const isMemory = opcode <= 11 || opcode === 92 || opcode === 93;
  if (isMemory) code.lebs(2);
  else if (opcode === 12 || opcode === 13)
    code.at += 16; // v128.const, i8x16.shuffle
  else if (within(opcode, 21, 34))
    code.at += 1; // a lane
  else if (within(opcode, 84, 91)) {
    code.lebs(2);
    code.at += 1; // memory and a lane
  }
}

/** Steps over what follows an opcode of the 0xFC family: conversions, bulk memory, tables. */
function skipMisc(code: Reader): void {
  const opcode = code.leb();
  if (opcode <= 7) return;
  const immediates = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1][opcode - 8];
  if (immediates === undefined) throw new Error(`instruction 0xfc ${opcode} is not known`);
  code.lebs(immediates);
}

/** Steps over what follows a plain opcode. */
function skipPlain(code: Reader, opcode: number): void {
  if (within(opcode, 0x02, 0x04))
    code.leb(); // block, loop, if: a type
  else if (opcode === 0x0e)
    code.lebs(code.leb() + 1); // br_table
  else if (opcode === 0x11)
    code.lebs(2); // call_indirect
  else if (opcode === 0x1c)
    code.lebs(code.leb()); // select with types
  else if (within(opcode, 0x28, 0x3e))
    code.lebs(2); // memory
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
    throw new Error(`instruction 0x${opcode.toString(16)} is not known`);
}

/** Counts the instructions of one function body, which ends at `end`. */
function countBody(code: Reader, end: number): { all: number; simd: number } {
  for (let groups = code.leb(); groups > 0; groups--) code.lebs(2); // locals
  const count = { all: 0, simd: 0 };
  while (code.at < end) {
    count.all++;
    const opcode = code.byte();
    if (opcode === SIMD_PREFIX) {
      count.simd++;
      skipSimd(code);
    } else if (opcode === MISC_PREFIX) skipMisc(code);
    else skipPlain(code, opcode);
  }
  if (code.at !== end || code.bytes[end - 1] !== 0x0b)
    throw new Error('a function body was misread');
  return count;
}

/** How many instructions a module has, and how many of them are 128-bit SIMD. */
export function countInstructions(wasm: Uint8Array): { all: number; simd: number } {
  const code = new Reader(wasm);
  const total = { all: 0, simd: 0 };
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
      const { all, simd } = countBody(code, code.at + bytes);
      total.all += all;
      total.simd += simd;
    }
  }
  return total;
}
