// SPDX-License-Identifier: MIT
// The engine over the native library: tests/native-engine, which runs cpp/bindings, answers where the wasm module would.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bindings } from '#wasm/simd';
import { Engine } from '../../web/src/engine/index.ts';
import type { LoadedModule } from '../../web/src/engine/load.ts';

const PROGRAM = fileURLToPath(
  new URL('../../build/native-release/tests/native-engine/attention-engine', import.meta.url),
);
const PAGE = 2 ** 16;
/** Where requests begin: address 0 stands for a refusal. */
const REQUEST = 16;
/** The wire's header: how many tensors and choices, then rank, six sides and offset of each tensor. */
const INT_BYTES = 4;
const BLOCK_INTS = 2;
const HEADER_INTS = 8;
const CHOICE_BYTES = 8;

/** As the wire has it: a tensor's answer lies in a block, an object lives in the program. */
type Answer = { value: unknown } | { address: number } | { object: number; class: string };

export interface NativeEngine {
  readonly engine: Engine;
  close(): void;
}

/**
 * Starts the native program behind an engine.
 * @throws Error where it is not built: `npm run test:engine` builds it
 */
export function openNative(): NativeEngine {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing; npm run test:engine builds it`);
  const folder = mkdtempSync(join(tmpdir(), 'attention-engine-'));
  const [requests, replies] = [join(folder, 'requests'), join(folder, 'replies')];
  execFileSync('mkfifo', [requests, replies]);
  spawn(PROGRAM, [requests, replies], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Each end waits here until the program has opened its own.
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

/** Frames of main.cpp: bytes of JSON, bytes of a block, JSON, block. */
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

/** JSON has no words for what is not finite. */
const withWords = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** What the engine takes for a wasm module: its memory holds the two blocks and nothing else. */
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
      // The program has the functions of the whole module.
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

  /** How much of the request block is used; what an earlier call left in it does no harm. */
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
