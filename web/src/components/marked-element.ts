// SPDX-License-Identifier: MIT
import { MeasuredElement } from './measured-element.ts';

/**
 * A figure one of whose parts is marked, here and wherever else the lesson shows it.
 * @fires al-active number | null, the part under the pointer
 */
export abstract class MarkedElement extends MeasuredElement {
  static override properties = {
    ...MeasuredElement.properties,
    active: { attribute: false },
  };

  /** The part that is marked. */
  declare active: number | undefined;

  protected activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}
