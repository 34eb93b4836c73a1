// SPDX-License-Identifier: MIT

/**
 * @typedef {() => unknown} Call  may give a promise
 * @typedef {{call: Call, release?: () => void}} Form
 */

/**
 * Measures named calls from inside the page.
 * @param {Map<string, Form>} forms
 */
export const measured = (forms) => ({
  /**
   * Calls until some milliseconds have passed, so that every tier of compilation is done.
   * @param {{name: string, ms: number}} wanted
   * @returns {Promise<number>} milliseconds that the last call took
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
   * @returns {Promise<number>} milliseconds a call, of so many in a row
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
