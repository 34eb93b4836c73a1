// SPDX-License-Identifier: MIT
const SETTLE_MS = 200;
/** Delay in ms until a rejected change of the URL is repeated. WebKit allows only 100 history calls in ten seconds. */
const REFUSED_MS = 1000;

/** A URL, or a function that returns it at the time of writing. */
type Place = string | (() => string);

interface Entry {
  readonly place: Place;
  /** Whether to add a history entry, so that the back button undoes the change. */
  readonly isNew: boolean;
}

/**
 * Writes the lesson's state to the URL. `push` writes at once. `replace` is debounced: during a drag, nothing is
 * written until the reader pauses. Browsers limit the rate of history changes, so a rejected write is repeated later.
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
      else history.replaceState(history.state, '', url);
      this.#pending = undefined;
    } catch {
      this.#timer = setTimeout(this.flush, REFUSED_MS);
    }
  };

  replace(place: Place): void {
    // If the browser has rejected a new history entry, the entry must still be added later.
    this.#pending = { place, isNew: this.#pending?.isNew ?? false };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.flush, SETTLE_MS);
  }

  push(url: string): void {
    this.flush();
    if (this.#pending === undefined && new URL(url, location.href).href === location.href) return;
    this.#pending = { place: url, isNew: true };
    this.flush();
  }

  /** Discards a pending write, because the reader has chosen another state. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#pending = undefined;
  }
}
