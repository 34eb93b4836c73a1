// SPDX-License-Identifier: MIT
import type { PropertyDeclarations } from 'lit';
import { LightElement } from './light-element.ts';
import { textScale } from './text-scale.ts';
import { readFont } from './text-width.ts';

const FIRST_WIDTH = 640;

/**
 * A figure that is drawn for its actual width in px instead of being scaled, so that its text keeps the reader's font
 * size.
 */
export abstract class MeasuredElement extends LightElement {
  static override properties: PropertyDeclarations = {
    description: {},
    width: { state: true },
    height: { type: Number },
    givenHeight: { state: true },
  };

  /** A text alternative for the figure. */
  declare description: string;
  declare protected width: number;
  /**
   * Height in px at the default font size. If it is undefined, the CSS custom property `--figure-height` determines the
   * height. If neither is set, the figure chooses its own height.
   */
  declare height: number | undefined;
  declare protected givenHeight: number | undefined;

  // Measures in the next frame. A new width changes the height, and changing the height inside the observer's callback
  // would cause a "ResizeObserver loop" error.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#measure()));

  constructor() {
    super();
    this.width = FIRST_WIDTH;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add('figure');
    this.#measure();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.disconnect();
  }

  protected get tallest(): number | undefined {
    return this.height ?? this.givenHeight;
  }

  #measure(): void {
    const width = Math.round(this.offsetWidth / textScale(this));
    // A hidden element has the width 0. Its figure keeps the last size until it is visible again.
    if (!(width > 0)) return;
    readFont(this);
    this.width = width;
    const given = Number.parseFloat(getComputedStyle(this).getPropertyValue('--figure-height'));
    this.givenHeight = given > 0 ? given : undefined;
  }
}
