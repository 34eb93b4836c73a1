// SPDX-License-Identifier: MIT

const SETTLE_MS = 200;
/** WebKit refuses the 101st call within ten seconds. */
const REFUSED_MS = 1000;

/** A hash or an address, or what gives it when it is written. */
type Place = string | (() => string);

interface Entry {
  readonly place: Place;
  /** A new entry of the history, which "back" undoes. */
  readonly isNew: boolean;
}

/**
 * Writes the present place to the address. The steps of a drag are written once it settles. Browsers limit how often
 * the address may change: what one refuses is written later, so that the address agrees with the page in the end.
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
    // A new entry that was refused stays a new one.
    this.#wait({ place, isNew: this.#pending?.isNew ?? false });
  }

  push(hash: string): void {
    this.flush();
    if (this.#pending === undefined && hash === location.hash) return;
    this.#pending = { place: hash, isNew: true };
    this.flush();
  }

  /** Forgets what is not yet written: the reader has gone elsewhere. */
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
