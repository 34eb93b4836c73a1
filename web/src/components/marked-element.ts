// SPDX-License-Identifier: MIT
import type { PropertyDeclarations } from 'lit';
import { MeasuredElement } from './measured-element.ts';

/**
 * A figure that highlights one of its items. The lesson highlights the same item in other places, too.
 * @fires al-active number | undefined, the index of the item under the pointer
 */
export abstract class MarkedElement extends MeasuredElement {
  static override properties: PropertyDeclarations = {
    active: { attribute: false },
  };

  /** Index of the highlighted item. Undefined if there is none. */
  declare active: number | undefined;

  protected activate(index: number | undefined): void {
    if (index !== this.active) this.send('al-active', index);
  }
}
