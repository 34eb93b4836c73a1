// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { textScale } from '../components/text-scale.ts';

/** Used until the figure has been measured. */
const FIRST_HEIGHT = 300;

/** Measures the height in pixels that the stage leaves for its figure. */
export class FigureHeight implements ReactiveController {
  value = FIRST_HEIGHT;
  // Wait for the next frame: resizing the figure inside the observer's callback would cause a loop.
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
