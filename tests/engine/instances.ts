// SPDX-License-Identifier: MIT
// Fresh instances of a module, and what says that one of them is healthy.
import { AttentionError, Engine, type Twin } from '../../web/src/engine/index.ts';
import { type LoadedModule, loadModule } from '../../web/src/engine/load.ts';
import { REQUESTS } from './requests.ts';
import { PRECISIONS } from './support.ts';

/** Makes engines of one twin, each with an instance that nothing has called. */
export async function freshEngines(twin: Twin): Promise<() => LoadedModule & { engine: Engine }> {
  const first = await loadModule(twin);
  return () => {
    const module = first.renew();
    return { ...module, engine: new Engine(twin, module) };
  };
}

/** A result to the last bit, or a refusal in its four parts, as one text. */
export function outcomeOf(call: () => unknown): string {
  try {
    return textOf(call());
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return `${error.kind} ${error.message}`;
  }
}

function textOf(value: unknown): string {
  if (ArrayBuffer.isView(value))
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([name, part]) => `${name}:${textOf(part)}`);
  return `{${entries.join()}}`;
}

/** Calls that between them use every part of the module: kernels, training, draws and blocks of any size. */
const CANARIES = [
  'softmax',
  'kernelRegression',
  'attention, additive scores',
  'multiHeadGradient',
  'streamingAttention',
  'random',
  'newTrainer',
] as const;

/** What the canaries give, in both precisions. */
export const canaries = (engine: Engine): string =>
  CANARIES.flatMap((name) =>
    PRECISIONS.map((precision) => outcomeOf(() => REQUESTS[name]?.call(engine, precision))),
  ).join('\n');

/** Whole numbers below `end` in an order that depends on the seed alone. */
export function numbersBelow(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
