// SPDX-License-Identifier: MIT
import type { PropertyDeclarations } from 'lit';
import { FieldController } from './field-access.ts';
import { properties, TextElement } from './light-element.ts';

/** A control of a field of the lesson's state. */
export abstract class FieldElement extends TextElement {
  static override properties: PropertyDeclarations = {
    field: {},
    ...properties('label', 'disabled', 'revision'),
  };

  /** Name of the field. Empty if the control is part of another control. */
  field = '';
  declare label: string;
  disabled = false;
  /**
   * Any object, such as the lesson's state, that is replaced whenever the value is set. A text input then discards
   * typed text and shows the value, even if the value is the same as before.
   */
  declare revision: unknown;

  readonly #access: FieldController;

  /** @param hides  true: the control disappears if its field is hidden; false: it becomes read-only */
  constructor(hides = true) {
    super();
    this.#access = new FieldController(this, hides);
  }

  protected get isLocked(): boolean {
    return this.disabled || this.#access.isLocked;
  }
}
