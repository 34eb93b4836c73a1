// SPDX-License-Identifier: MIT
import { LightElement } from './light-element.ts';
import { textScale } from './text-scale.ts';
import { readFont } from './text-width.ts';

const FIRST_WIDTH = 640;

/** An element that draws to its own width, so that text has the reader's size at every width. */
export abstract class MeasuredElement extends LightElement {
  static override properties = {
    description: {},
    width: { state: true },
    height: { type: Number },
    givenHeight: { state: true },
  };

  /** A text alternative for the figure. */
  declare description: string;
  declare protected width: number;
  /** Height in pixels at the default text size. Without it, `--figure-height` applies, or the figure chooses. */
  declare height: number | undefined;
  declare protected givenHeight: number | undefined;

  // In the next frame: a new width changes the height, which must not happen while sizes are told.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));

  constructor() {
    super();
    this.width = FIRST_WIDTH;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#measure();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  /** The given height, if there is one. */
  protected get tallest(): number | undefined {
    return this.height ?? this.givenHeight;
  }

  #measure(): void {
    const width = Math.round(this.offsetWidth / textScale(this));
    // A hidden element measures zero: keep the last size until it is seen again.
    if (!(width > 0)) return;
    readFont(this);
    this.width = width;
    const given = Number.parseFloat(getComputedStyle(this).getPropertyValue('--figure-height'));
    this.givenHeight = given > 0 ? given : undefined;
  }
}
