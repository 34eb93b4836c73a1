// SPDX-License-Identifier: MIT
// An Engine that calls the native library instead of a WebAssembly module: the program in tests/native-engine runs the
// bindings (cpp/bindings).
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bindings } from '../../web/src/engine/glue.ts';
import { Engine } from '../../web/src/engine/index.ts';
import type { LoadedModule } from '../../web/src/engine/load.ts';

const PROGRAM = fileURLToPath(
  new URL('../../build/native-release/tests/native-engine/attention-engine', import.meta.url),
);
const PAGE = 2 ** 16;
/**
 * The address at which the request block (the arguments of a call) starts. It is not 0, because address 0 means a
 * failed call.
 */
const REQUEST = 16;
/**
 * The header of a block in the wire format (cpp/bindings/wire.hpp): the numbers of tensors and of choices (BLOCK_INTS),
 * then for each tensor its number of axes, six axis lengths and the offset of its data (HEADER_INTS).
 */
const INT_BYTES = 4;
const BLOCK_INTS = 2;
const HEADER_INTS = 8;
const CHOICE_BYTES = 8;

/**
 * A response of the native program: a value, the address of a block with tensors, or the number and class of an object
 * in the program.
 */
type Answer = { value: unknown } | { address: number } | { object: number; class: string };

export interface NativeEngine {
  readonly engine: Engine;
  close(): void;
}

/**
 * Starts the native program and returns an engine that calls it.
 * @throws Error if the program is not built; `npm run test:engine` builds it
 */
export function openNative(): NativeEngine {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing; npm run test:engine builds it`);
  const folder = mkdtempSync(join(tmpdir(), 'attention-engine-'));
  const [requests, replies] = [join(folder, 'requests'), join(folder, 'replies')];
  execFileSync('mkfifo', [requests, replies]);
  spawn(PROGRAM, [requests, replies], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Opening a named pipe blocks until the program has opened its other end.
  const pipes = new Pipes(openSync(requests, 'w'), openSync(replies, 'r'));
  const module = new NativeModule(pipes);
  return {
    engine: new Engine('simd', module),
    close() {
      pipes.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Writes and reads messages in the format of native-engine/main.cpp: size of the JSON, size of the block, JSON, block.
 */
class Pipes {
  constructor(
    private readonly requests: number,
    private readonly replies: number,
  ) {}

  ask(call: object, block: Uint8Array): { answer: Answer; block: Uint8Array } {
    const json = Buffer.from(JSON.stringify(call, withWords));
    this.write(new Uint8Array(new Uint32Array([json.length, block.length]).buffer));
    this.write(json);
    this.write(block);
    const [jsonBytes, blockBytes] = new Uint32Array(this.read(8).slice().buffer);
    const answer = JSON.parse(Buffer.from(this.read(jsonBytes as number)).toString()) as Answer;
    return { answer, block: this.read(blockBytes as number) };
  }

  close(): void {
    closeSync(this.requests);
    closeSync(this.replies);
  }

  private write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.requests, bytes, done);
  }

  private read(count: number): Uint8Array {
    const bytes = new Uint8Array(count);
    for (let done = 0; done < count; ) {
      const more = readSync(this.replies, bytes, done, count - done, null);
      if (more === 0) throw new Error('the native engine has ended');
      done += more;
    }
    return bytes;
  }
}

/** A JSON replacer that writes NaN and the infinities as strings, because JSON has no literals for them. */
const withWords = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/**
 * Replaces the WebAssembly module of an engine and sends each call to the native program. The memory of this object
 * contains only the request block and the response block.
 */
class NativeModule implements LoadedModule {
  readonly memory = new WebAssembly.Memory({ initial: 1, maximum: 2 ** 16 });
  readonly bindings: Bindings;
  private capacity = 0;

  renew(): never {
    throw new Error('the native engine has ended');
  }

  constructor(private readonly pipes: Pipes) {
    const reserve = (bytes: number) => this.reserve(bytes);
    this.bindings = new Proxy({} as Bindings, {
      // Every function exists, because the program contains all bindings, including training.
      has: () => true,
      get: (_, name: string) =>
        name === 'reserve' ? reserve : (...args: unknown[]) => this.call(name, args),
    });
  }

  private reserve(bytes: number): number {
    this.capacity = Math.ceil(bytes / 8) * 8;
    this.grow(REQUEST + this.capacity);
    return REQUEST;
  }

  private grow(bytes: number): void {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
  }

  private call(name: string, args: readonly unknown[]): unknown {
    const isFloat = /32(\.|$)/.test(name);
    const request = new Uint8Array(this.memory.buffer, REQUEST, this.requestBytes(isFloat));
    const { answer, block } = this.pipes.ask({ name, arguments: args, isFloat }, request);
    if ('value' in answer) return answer.value;
    if ('object' in answer) return this.object(answer.class, answer.object);
    if (answer.address === 0) return 0;
    const address = REQUEST + this.capacity;
    this.grow(address + block.length);
    new Uint8Array(this.memory.buffer).set(block, address);
    const header = new Int32Array(this.memory.buffer, address);
    for (let i = 0; i < (header[0] as number); i++) {
      const offset = BLOCK_INTS + (i + 1) * HEADER_INTS - 1;
      header[offset] = (header[offset] as number) + address;
    }
    return address;
  }

  private object(className: string, number: number): object {
    return new Proxy({} as Record<string, unknown>, {
      get:
        (_, name: string) =>
        (...args: unknown[]) =>
          this.call(`${className}.${name}`, [number, ...args]),
    });
  }

  /**
   * The number of bytes of the request block that the current call uses. The rest may contain data of an earlier,
   * larger call, which is not sent.
   */
  private requestBytes(isFloat: boolean): number {
    if (this.capacity === 0) return 0;
    const header = new Int32Array(this.memory.buffer, REQUEST);
    const [count = 0, choices = 0] = header;
    const headers = BLOCK_INTS + count * HEADER_INTS;
    let end = INT_BYTES * headers + CHOICE_BYTES * choices;
    for (let i = 0; i < count; i++) {
      const at = BLOCK_INTS + i * HEADER_INTS;
      const [rank, ...rest] = header.subarray(at, at + HEADER_INTS);
      if (rank === undefined || rank < 0) continue;
      const size = rest.slice(0, rank).reduce((product, n) => product * n, isFloat ? 4 : 8);
      end = Math.max(end, (rest.at(-1) as number) + size);
    }
    return Math.min(end, this.capacity);
  }
}
