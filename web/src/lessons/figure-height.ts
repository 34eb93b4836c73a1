// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { textScale } from '../components/text-scale.ts';

/** Until the figure has been measured. */
const FIRST_HEIGHT = 300;

/** The height in pixels that the stage leaves to its figure. */
export class FigureHeight implements ReactiveController {
  value = FIRST_HEIGHT;
  // A frame later: drawing the figure anew while it is being observed would be a loop.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  get #figure(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>('.stage-figure');
  }

  hostUpdated(): void {
    const figure = this.#figure;
    if (figure) this.#observer.observe(figure);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  #measure(): void {
    const figure = this.#figure;
    const height = figure ? Math.round(figure.clientHeight / textScale(figure)) : 0;
    if (height === 0 || height === this.value) return;
    this.value = height;
    this.host.requestUpdate();
  }
}
