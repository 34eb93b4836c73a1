// SPDX-License-Identifier: MIT
// New WebAssembly instances of the engine, and a check that an instance still works.
import { AttentionError, Engine, type Twin } from '../../web/src/engine/index.ts';
import { type LoadedModule, loadModule } from '../../web/src/engine/load.ts';
import { REQUESTS } from './requests.ts';
import { PRECISIONS } from './support.ts';

/** Returns a function that creates engines of one WebAssembly build, each with a new instance of the module. */
export async function freshEngines(twin: Twin): Promise<() => LoadedModule & { engine: Engine }> {
  const first = await loadModule(twin);
  return () => {
    const module = first.renew();
    return { ...module, engine: new Engine(twin, module) };
  };
}

/**
 * The result of a call, or the kind and message of its AttentionError, as a text. The texts of two results are equal
 * only if all their arrays are equal bit for bit.
 */
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

/**
 * Canaries: calls that together use every part of the module (kernels, training, random draws, blocks of any size), so
 * damage to an instance changes their results.
 */
const CANARIES = [
  'softmax',
  'kernelRegression',
  'attention, additive scores',
  'multiHeadGradient',
  'streamingAttention',
  'random',
  'newTrainer',
] as const;

/** The results of the canaries in both precisions. An instance is undamaged if its text equals that of a fresh one. */
export const canaries = (engine: Engine): string =>
  CANARIES.flatMap((name) =>
    PRECISIONS.map((precision) => outcomeOf(() => REQUESTS[name]?.call(engine, precision))),
  ).join('\n');
