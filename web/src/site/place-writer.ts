// SPDX-License-Identifier: MIT

const SETTLE_MS = 200;

/**
 * Writes the present place to the address. Browsers limit how often that may happen, so the steps of
 * a drag are written once it settles; a jump is a new entry, which "back" undoes.
 */
export class PlaceWriter {
  private pending: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly flush = (): void => {
    clearTimeout(this.timer);
    if (this.pending !== undefined) history.replaceState(null, '', this.pending);
    this.pending = undefined;
  };

  replace(hash: string): void {
    this.pending = hash;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.flush, SETTLE_MS);
  }

  push(hash: string): void {
    this.flush();
    if (hash !== location.hash) history.pushState(null, '', hash);
  }

  /** Forgets what is not yet written: the reader has gone elsewhere. */
  cancel(): void {
    clearTimeout(this.timer);
    this.pending = undefined;
  }
}
