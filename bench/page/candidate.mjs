// SPDX-License-Identifier: MIT
import { largestError } from '../../tools/bench/reference.mjs';
import { parseShape } from '../../tools/bench/shapes.mjs';
import { tensorsOf } from '../../tools/bench/tensors.mjs';
import { measured } from './calls.mjs';

/**
 * @typedef {import('./calls.mjs').Form & {read?: () => Float32Array}} Form  of which a call gives a fresh Float32Array,
 *   or leaves its result where `read` copies it from
 * @typedef {Record<string, () => Form | Promise<Form>>} Forms  by name, made when they are asked for
 */

/**
 * Lets the bench drive a library in this page.
 * @param {object} library
 * @param {() => Promise<unknown>} library.load
 * @param {(shape: import('../../tools/bench/shapes.mjs').Shape, tensors: import('../../tools/bench/tensors.mjs').Tensors) => Forms} library.forms
 *   every way in which it can compute a shape from JavaScript arrays
 */
export function candidate({ load, forms }) {
  /** @type {Promise<unknown> | undefined} */
  let loaded;
  /** @type {Map<string, Form>} */
  const made = new Map();

  globalThis.candidate = {
    ...measured(made),

    /**
     * Loads the library once, makes the forms of a shape, and holds what they answer to the reference.
     * @param {string} id
     */
    async prepare(id) {
      loaded ??= load();
      await loaded;
      for (const form of made.values()) form.release?.();
      made.clear();
      const shape = parseShape(id);
      const response = await fetch(`/reference/${id}`);
      const reference = new Float32Array(await response.arrayBuffer());
      const report = [];
      for (const [name, make] of Object.entries(forms(shape, tensorsOf(shape)) ?? {})) {
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
