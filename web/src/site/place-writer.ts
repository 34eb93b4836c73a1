// SPDX-License-Identifier: MIT

const SETTLE_MS = 200;
/** Retry delay. WebKit allows 100 calls in ten seconds. */
const REFUSED_MS = 1000;

/** A hash or address, or a function that returns it when it is written. */
type Place = string | (() => string);

interface Entry {
  readonly place: Place;
  /** Whether to add a history entry, so that "back" undoes the change. */
  readonly isNew: boolean;
}

/**
 * Writes the current place to the address. During a drag, it waits until the reader pauses. Browsers limit how often
 * the address may change. After a refusal, it tries again later, so the address always ends up correct.
 */
export class PlaceWriter {
  #pending: Entry | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly flush = (): void => {
    clearTimeout(this.#timer);
    if (this.#pending === undefined) return;
    const { place, isNew } = this.#pending;
    const url = typeof place === 'string' ? place : place();
    try {
      if (isNew) history.pushState(null, '', url);
      else history.replaceState(null, '', url);
      this.#pending = undefined;
    } catch {
      this.#timer = setTimeout(this.flush, REFUSED_MS);
    }
  };

  replace(place: Place): void {
    // Keep a pending history entry that the browser has refused.
    this.#wait({ place, isNew: this.#pending?.isNew ?? false });
  }

  push(hash: string): void {
    this.flush();
    if (this.#pending === undefined && hash === location.hash) return;
    this.#pending = { place: hash, isNew: true };
    this.flush();
  }

  /** Discards a pending write, because the reader has gone to another place. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
  }

  #wait(entry: Entry): void {
    this.#pending = entry;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, SETTLE_MS);
  }
}
