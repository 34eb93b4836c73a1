// SPDX-License-Identifier: MIT
import { MeasuredElement } from './measured-element.ts';

/**
 * A figure that highlights one of its parts. The lesson highlights the same part elsewhere.
 * @fires al-active number | null, the part under the pointer
 */
export abstract class MarkedElement extends MeasuredElement {
  static override properties = {
    ...MeasuredElement.properties,
    active: { attribute: false },
  };

  /** Index of the highlighted part. */
  declare active: number | undefined;

  protected activate(index: number | undefined): void {
    if (index === this.active) return;
    this.dispatchEvent(new CustomEvent('al-active', { detail: index, bubbles: true }));
  }
}
