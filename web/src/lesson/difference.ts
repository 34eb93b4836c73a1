// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Outlines briefly the marks that an update changes, for readers who prefer reduced motion. */
export class Difference implements ReactiveController {
  #isWanted = false;
  #before: ReadonlyMap<string, string> = new Map();

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  show(): void {
    this.#isWanted = true;
  }

  hostUpdate(): void {
    if (!this.#isWanted) return;
    for (const mark of this.#marks()) mark.classList.remove('fresh');
    this.#before = this.#drawn();
  }

  hostUpdated(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    const now = this.#drawn();
    for (const mark of this.#marks()) {
      const { part = '' } = mark.dataset;
      mark.classList.toggle('fresh', now.get(part) !== this.#before.get(part));
    }
  }

  /** All marks that belong to a part of the figure beside the text, or on the projector. */
  #marks(): readonly SVGElement[] {
    return [...this.host.querySelectorAll<SVGElement>(':is(.scene-stage, .projector) [data-part]')];
  }

  #drawn(): ReadonlyMap<string, string> {
    const drawn = new Map<string, string>();
    for (const { dataset, outerHTML } of this.#marks()) {
      const { part = '' } = dataset;
      drawn.set(part, (drawn.get(part) ?? '') + outerHTML);
    }
    return drawn;
  }
}
