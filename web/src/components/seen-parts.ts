// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveElement } from 'lit';

/**
 * Observes which elements with the attribute `data-part` are outside the viewport, so that they need not be updated
 * during a drag. When such an element becomes visible, the host is updated.
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

  /** Whether the element with this `data-part` is known to be outside the viewport. */
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
