// SPDX-License-Identifier: MIT
import { createEngine } from '../../web/src/engine/index.ts';
import url from '../../web/src/engine/tales/model.safetensors?url';
import { readTalesFile } from '../../web/src/engine/tales-file.ts';
import { TalesModel } from '../../web/src/engine/tales-model.ts';

const PROMPT = 'Once upon a time there was';

/**
 * @typedef {import('../../web/src/engine/tales-file.ts').TalesFile & {prompt: number[]}} Tales
 *   the parameters in float32, and the tokens of the prompt
 */

/**
 * The tales model, and the tokens that this library's build with standard SIMD generates. All candidates must generate
 * the same tokens.
 * @param {import('../../tools/bench/shapes.mjs').WriteShape} shape
 * @returns {Promise<{tensors: Tales, reference: Float32Array}>}
 */
export async function talesOf({ tokens }) {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const model = new TalesModel(await createEngine({ simd: 'simd' }), bytes);
  const prompt = model.encode(PROMPT);
  const generator = model.generator();
  const reference = await written(tokens, prompt, (given) => appended(generator, given));
  return { tensors: { ...readTalesFile(bytes), prompt }, reference };
}

/**
 * Generates `count` tokens after a prompt.
 * @param {number} count
 * @param {number[]} prompt
 * @param {(given: number[]) => number | Promise<number>} next
 *   appends tokens to the text and returns the next token; `given` is first the prompt, then only the last token
 */
export async function written(count, prompt, next) {
  const tokens = new Float32Array(count);
  let given = prompt;
  for (let i = 0; i < count; i++) {
    tokens[i] = await next(given);
    given = [tokens[i]];
  }
  return tokens;
}

/** Appends tokens to a generator (web/src/engine/language-model.ts) and returns the most likely next one. */
export function appended(generator, given) {
  const logits = given.map((token) => generator.next({ shape: [1], data: [token] }));
  return likeliest(logits.at(-1).data);
}

export function likeliest(logits) {
  let best = 0;
  for (let token = 1; token < logits.length; token++)
    if (logits[token] > logits[best]) best = token;
  return best;
}
