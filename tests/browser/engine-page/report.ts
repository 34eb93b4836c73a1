// SPDX-License-Identifier: MIT
import { AttentionError, createEngine, type EngineOptions } from '../../../web/src/engine/index.ts';

/** The engine's result for a sample of three points, and its error for an invalid bandwidth, as one text. */
export async function report(options: EngineOptions): Promise<string> {
  try {
    const engine = await createEngine(options);
    const sample = {
      precision: 'float64',
      queries: { shape: [1, 1], data: [57] },
      keys: { shape: [3, 1], data: [51, 56, 58] },
      values: { shape: [3, 1], data: [40, 43, 48] },
    } as const;
    const { prediction } = engine.kernelRegression(sample);
    return `${engine.twin} ${prediction.data[0]} ${refusal(() => engine.kernelRegression({ ...sample, sigma: 0 }))}`;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

function refusal(call: () => unknown): string {
  try {
    call();
    return 'not refused';
  } catch (error) {
    return error instanceof AttentionError ? `${error.kind} ${error.argument}` : String(error);
  }
}

/** Reads the engine's options from a query string such as ?simd=simd&wasm=https://… */
export function optionsOf(search: string): EngineOptions {
  const params = new URLSearchParams(search);
  const wasm = params.get('wasm');
  return {
    simd: params.get('simd') === 'simd' ? 'simd' : 'auto',
    ...(wasm === null ? {} : { wasm: new URL(wasm) }),
  };
}
