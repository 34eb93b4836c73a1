// SPDX-License-Identifier: MIT
// Reads the file of a language model that `npm run train:tales` writes. docs/engine.md describes the format.
import { Tokenizer } from '@huggingface/tokenizers';
import { isGiven, refusal, sizeOf } from './arguments.ts';
import type { Activation, Normalization, PositionEncoding } from './language-model.ts';
import type { Tensor } from './tensor.ts';

const FORMAT = 'attention-lab tales 1';
const LENGTH_BYTES = 8;
const NUMBER_BYTES = 4;
/** An error message quotes at most this number of characters of a rejected text. */
const QUOTED = 40;

/** The settings in the file that are needed to create the model. */
export interface TalesSettings {
  readonly vocabulary: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly hidden: number;
  readonly positions: number;
  readonly norm: Normalization;
  readonly activation: Activation;
  readonly position_encoding: PositionEncoding;
}

export interface TalesFile {
  readonly settings: TalesSettings;
  /** The content of tokenizer.json, a file format of Hugging Face. */
  readonly tokenizer: string;
  /** Mean loss per token, in nats, on texts that are not in the training data. */
  readonly heldOutLoss: number;
  /** The parameters, by their names in cpp/attention/language_model.hpp. */
  readonly parameters: Readonly<Record<string, Tensor<Float32Array>>>;
}

interface Entry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

const refused = (part: string, expected: string, got: unknown) =>
  refusal('OutOfRange', part, 'value', [expected], got);

/** The 32-bit FNV-1a hash. */
function checksum(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function jsonOf(part: string, text: unknown): Record<string, unknown> {
  try {
    const value = JSON.parse(String(text));
    if (typeof value === 'object' && isGiven(value)) return value;
  } catch {
    // If the text is not JSON, the error is thrown below.
  }
  throw refused(part, 'JSON', text);
}

function splitFile(bytes: Uint8Array): { header: Record<string, unknown>; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length < LENGTH_BYTES ? 0 : Number(view.getBigUint64(0, true));
  const end = LENGTH_BYTES + length;
  if (length === 0 || end > bytes.length)
    throw refusal('OutOfRange', 'file', 'safetensors', [], bytes.length);
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, end));
  return { header: jsonOf('header', text), data: bytes.subarray(end) };
}

/** Returns the shape of a tensor and a copy of its bytes, because a Float32Array requires aligned data. */
function bytesOf(name: string, entry: unknown, dtype: string, data: Uint8Array) {
  const { shape, data_offsets: offsets, ...given } = { ...(entry as Partial<Entry>) };
  if (given.dtype !== dtype || !Array.isArray(shape) || !Array.isArray(offsets))
    throw refused(name, dtype, given.dtype);
  const [first, last] = offsets;
  const size = sizeOf(shape) * (dtype === 'F32' ? NUMBER_BYTES : 1);
  if (!(first >= 0 && last <= data.length && last - first === size))
    throw refusal('OutOfRange', name, 'bytes', [size, data.length], `${first}-${last}`);
  return { shape, buffer: new Uint8Array(data.subarray(first, last)).buffer };
}

/** @throws AttentionError that names the part of the file that is damaged */
export function readTalesFile(bytes: Uint8Array): TalesFile {
  const { header, data } = splitFile(bytes);
  const { __metadata__: metadata, ...entries } = header as Record<string, Record<string, unknown>>;
  const { format, settings, tokenizer, held_out_loss: loss, checksum: sum } = { ...metadata };
  if (format !== FORMAT) throw refused('format', FORMAT, format);
  if (sum !== `${checksum(data)}`) throw refused('checksum', `${checksum(data)}`, sum);

  const numbersOf = (name: string) => {
    const { shape, buffer } = bytesOf(name, entries[name], 'F32', data);
    return { shape, data: new Float32Array(buffer) };
  };
  const matrixOf = (name: string) => {
    const { shape, buffer } = bytesOf(name, entries[name], 'I8', data);
    const [rows, columns] = shape;
    const scales = numbersOf(`${name}.scale`);
    if (scales.data.length !== rows)
      throw refusal('OutOfRange', name, 'scales', [Number(rows)], scales.data.length);
    const values = Float32Array.from(
      new Int8Array(buffer),
      (x, i) => x * (scales.data[Math.floor(i / columns)] as number),
    );
    return { shape, data: values };
  };
  const parameters = Object.keys(entries)
    .filter((name) => !name.endsWith('.scale'))
    .map((name) => [name, entries[name]?.dtype === 'I8' ? matrixOf(name) : numbersOf(name)]);
  return {
    settings: jsonOf('settings', settings) as unknown as TalesSettings,
    tokenizer: JSON.stringify(jsonOf('tokenizer', tokenizer)),
    heldOutLoss: Number(loss),
    parameters: Object.fromEntries(parameters),
  };
}

/** The tokenizer. Declared here, because the npm package's types must not import types of the tokenizer package. */
export interface TextCoder {
  encode(text: string): { readonly ids: number[] };
  decode(ids: number[]): string;
}

/** @throws AttentionError naming `tokenizer` if `text` is not a valid tokenizer.json */
export function tokenizerOf(text: string): TextCoder {
  try {
    return new Tokenizer(JSON.parse(text), { clean_up_tokenization_spaces: false });
  } catch {
    throw refused('tokenizer', 'tokenizer.json', text.slice(0, QUOTED));
  }
}
