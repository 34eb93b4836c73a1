// SPDX-License-Identifier: MIT
// The JSON format of a trained model. Parameters are quantized to one byte per entry, with a scale for each row.
import type { Floats } from '../tensor.ts';
import type { SentenceLanguage } from './languages.ts';

export const FILE_FORMAT = 'attention-lab sentence model 1';

/**
 * A quantized matrix: entry (i, j) is scale i times integer (i, j). `data` has the integers, −127 to 127, in base64.
 */
interface Rows {
  readonly shape: readonly number[];
  /** One float32 for each row, little-endian, in base64. */
  readonly scales: string;
  readonly data: string;
}

export interface SentenceModelFile {
  readonly format: typeof FILE_FORMAT;
  readonly language: SentenceLanguage;
  /** The npm command that creates the file. */
  readonly script: string;
  readonly license: string;
  readonly options: {
    readonly width: number;
    readonly layers: number;
    readonly heads: number;
    readonly positions: number;
  };
  readonly seed: number;
  readonly steps: number;
  /** Mean cross-entropy, in nats, of the quantized model on sentences that are not in the training data. */
  readonly loss: number;
  /** The mean entropy of the grammar, in nats: a lower bound of the loss of every model. */
  readonly floor: number;
  /** The vocabulary. The index of a word is its token. */
  readonly words: readonly string[];
  readonly parameters: Readonly<Record<string, Rows>>;
}

const LARGEST = 127;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

export function packed({ shape, data }: Floats): Rows {
  const [rows = 0, cols = 0] = shape;
  const scales = new DataView(new ArrayBuffer(4 * rows));
  const bytes = new Int8Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    const row = data.subarray(i * cols, (i + 1) * cols);
    const scale = Math.fround(row.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / LARGEST);
    scales.setFloat32(4 * i, scale, true);
    for (const [j, x] of row.entries())
      bytes[i * cols + j] = scale === 0 ? 0 : Math.round(x / scale);
  }
  return {
    shape: [rows, cols],
    scales: base64(new Uint8Array(scales.buffer)),
    data: base64(new Uint8Array(bytes.buffer)),
  };
}

export function unpacked({ shape, scales, data }: Rows): Floats {
  const [rows = 0, cols = 0] = shape;
  const worth = new DataView(bytesOf(scales).buffer);
  const bytes = new Int8Array(bytesOf(data).buffer);
  const numbers = new Float32Array(rows * cols);
  for (let i = 0; i < numbers.length; i++)
    numbers[i] = (bytes[i] as number) * worth.getFloat32(4 * Math.floor(i / cols), true);
  return { shape: [rows, cols], data: numbers };
}
