// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../engine/index.ts';
import type { Trained } from './learning.ts';

const base64 = (data: Float32Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(data.buffer, data.byteOffset, data.byteLength)));

/**
 * Returns a trained model as the text of a JSON file. Each matrix is stored by rows, as little-endian float32 numbers
 * encoded in base64.
 */
export function exported(
  { options, steps, loss }: Trained,
  parameters: Readonly<Record<string, Tensor<Float32Array>>>,
): string {
  const matrices = Object.entries(parameters).map(([name, { shape, data }]) => [
    name,
    { shape, data: base64(data) },
  ]);
  const file = {
    ...{ format: 'attention-lab model 1', options, steps, loss },
    parameters: Object.fromEntries(matrices),
  };
  return JSON.stringify(file, undefined, 1);
}
