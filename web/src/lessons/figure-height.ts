// SPDX-License-Identifier: MIT
import type { LitElement, ReactiveController, ReactiveControllerHost } from 'lit';
import { textScale } from '../components/text-scale.ts';

/** Height in px that is used until the figure has been measured. */
const FIRST_HEIGHT = 300;

/** Measures the height, in px, that is available for the figure in the stage. */
export class FigureHeight implements ReactiveController {
  value = FIRST_HEIGHT;
  // Measures later changes in the next frame. Changing the figure's size inside the observer's callback would cause a
  // "ResizeObserver loop" error.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));
  #observed: HTMLElement | undefined;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
  }

  get #figure(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>('.stage-figure');
  }

  hostUpdated(): void {
    const figure = this.#figure;
    if (!figure || figure === this.#observed) return;
    this.#observed = figure;
    this.#observer.observe(figure);
    void this.#measureNew();
  }

  /** Measures a new figure before it is painted, so that the text below it does not move. */
  async #measureNew(): Promise<void> {
    this.#measure();
    // Other parts of the stage get their final heights only when their elements have rendered. They change the height
    // that is left for the figure, so it is measured again.
    const inner = this.host.querySelectorAll<LitElement>('.stage *');
    await Promise.all(Array.from(inner, ({ updateComplete }) => updateComplete));
    this.#measure();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#observed = undefined;
  }

  #measure(): void {
    const figure = this.#figure;
    const height = figure ? Math.round(figure.clientHeight / textScale(figure)) : 0;
    if (height === 0 || height === this.value) return;
    this.value = height;
    this.host.requestUpdate();
  }
}
