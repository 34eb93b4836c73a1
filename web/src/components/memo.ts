// SPDX-License-Identifier: MIT

/**
 * Caches one computed value until its key changes. Figures cache their layouts, because measuring text in every frame
 * of a drag would be too slow.
 */
export class Memo<Value> {
  #key = '';
  #value: Value | undefined;

  for(key: readonly unknown[], make: () => Value): Value {
    const text = JSON.stringify(key);
    if (this.#value === undefined || text !== this.#key) this.#value = make();
    this.#key = text;
    return this.#value;
  }
}
