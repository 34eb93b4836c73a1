// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveElement } from 'lit';

/**
 * Knows which parts of an element, each marked with `data-part`, are out of sight, so that a drag
 * need not draw them anew with every step. One that comes into sight has the element drawn again.
 */
export class SeenParts implements ReactiveController {
  readonly #hidden = new Set<string>();
  readonly #observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const { part = '' } = (target as HTMLElement).dataset;
      if (!isIntersecting) this.#hidden.add(part);
      else if (this.#hidden.delete(part)) this.host.requestUpdate();
    }
  });

  constructor(private readonly host: ReactiveElement) {
    host.addController(this);
  }

  /** A part counts as seen until it is known not to be. */
  isHidden(part: string): boolean {
    return this.#hidden.has(part);
  }

  hostUpdated(): void {
    for (const part of this.host.querySelectorAll('[data-part]')) this.#observer.observe(part);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#hidden.clear();
  }
}
