// SPDX-License-Identifier: MIT

/** Caches one value until its key changes. Measuring text is too slow to repeat at every step of a drag. */
export class Kept<Value> {
  #key = '';
  #value: Value | undefined;

  for(key: readonly unknown[], make: () => Value): Value {
    const text = JSON.stringify(key);
    if (this.#value === undefined || text !== this.#key) this.#value = make();
    this.#key = text;
    return this.#value;
  }
}
