// SPDX-License-Identifier: MIT

/**
 * @typedef {() => unknown} Call  may return a promise
 * @typedef {{call: Call, release?: () => void}} Form  one way in which a library does a computation, such as
 *   'MatMul + Softmax' for attention
 */

/**
 * Returns functions that time the calls of `forms`. They run in the library's page.
 * @param {Map<string, Form>} forms  by name
 */
export const measured = (forms) => ({
  /**
   * Repeats a call for `ms` milliseconds and at least twice, so that the JIT compiler finishes its optimising tier.
   * @param {{name: string, ms: number}} wanted
   * @returns {Promise<number>} milliseconds of the last call
   */
  async warmUp({ name, ms }) {
    const { call } = forms.get(name);
    const start = performance.now();
    let before = start;
    let latest = start;
    for (let calls = 0; latest - start < ms || calls < 2; calls++) {
      before = latest;
      await call();
      latest = performance.now();
    }
    return latest - before;
  },

  /**
   * @param {{name: string, repeats: number}} wanted
   * @returns {Promise<number>} milliseconds per call, averaged over `repeats` consecutive calls
   */
  async time({ name, repeats }) {
    const { call } = forms.get(name);
    const start = performance.now();
    for (let i = 0; i < repeats; i++) {
      const output = call();
      if (output instanceof Promise) await output;
    }
    return (performance.now() - start) / repeats;
  },
});
