// SPDX-License-Identifier: MIT
import { largestError } from '../../tools/bench/reference.mjs';
import { parseShape } from '../../tools/bench/shapes.mjs';
import { tensorsOf } from '../../tools/bench/tensors.mjs';
import { measured } from './calls.mjs';
import { talesOf } from './tales.mjs';

/**
 * @typedef {import('./calls.mjs').Form & {read?: () => Float32Array}} Form  `read` returns the result of a call;
 *   without it, the call itself returns the result as a new Float32Array
 * @typedef {Record<string, () => Form | Promise<Form>>} Forms  functions that create the forms, by their names
 */

/**
 * Sets `globalThis.candidate`, the functions by which tools/bench.mjs measures a library in this page.
 * @param {object} library
 * @param {() => Promise<unknown>} library.load
 * @param {(shape: import('../../tools/bench/shapes.mjs').Shape, tensors:
 * import('../../tools/bench/tensors.mjs').Tensors | import('./tales.mjs').Tales) => Forms} library.forms
 *   all forms of a shape, that is, the ways in which the library computes it from JavaScript arrays
 */
export function candidate({ load, forms }) {
  /** @type {Promise<unknown> | undefined} */
  let loaded;
  /** @type {Map<string, Form>} */
  const made = new Map();

  globalThis.candidate = {
    ...measured(made),

    /**
     * Loads the library on the first call. Creates its forms of a shape and compares their outputs with the reference.
     * @param {string} id  the computation and its sizes, such as "attention:8x64x64"
     */
    async prepare(id) {
      loaded ??= load();
      await loaded;
      for (const form of made.values()) form.release?.();
      made.clear();
      const shape = parseShape(id);
      const { tensors, reference } = await (shape.kind === 'write' ? talesOf : givenOf)(shape);
      const report = [];
      for (const [name, make] of Object.entries(forms(shape, tensors) ?? {})) {
        try {
          const form = await make();
          made.set(name, form);
          const answer = await form.call();
          report.push({ name, error: largestError(form.read?.() ?? answer, reference) });
        } catch (problem) {
          report.push({ name, problem: String(problem?.message ?? problem) });
        }
      }
      return report;
    },
  };
}

async function givenOf(shape) {
  const response = await fetch(`/reference/${shape.id}`);
  const reference = new Float32Array(await response.arrayBuffer());
  return { tensors: tensorsOf(shape), reference };
}
