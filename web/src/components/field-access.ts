// SPDX-License-Identifier: MIT
import { ContextConsumer, createContext } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Settings for each field of a lesson's state: whether its control is shown, and whether readers can change it. */
export interface FieldAccess {
  readonly isShown: (field: string) => boolean;
  readonly isLocked: (field: string) => boolean;
}

export const OPEN: FieldAccess = { isShown: () => true, isLocked: () => false };

/**
 * Whether a field's control is read-only. The control of a hidden field is read-only too, because it stays visible if
 * it is a cell of a table.
 */
export const isFixed = ({ isShown, isLocked }: FieldAccess, field: string): boolean =>
  isLocked(field) || !isShown(field);

/** The Lit context of the access settings. If no ancestor provides them, `OPEN` applies. */
export const fieldAccessContext = createContext<FieldAccess>(Symbol('attention-lab.field-access'));

/** A control of a field of the lesson's state. `field` is empty if the control is part of another control. */
export interface FieldControl extends ReactiveControllerHost, HTMLElement {
  field: string;
}

/** Hides or locks a control according to the access settings of its field. */
export class FieldController implements ReactiveController {
  readonly #consumer: ContextConsumer<typeof fieldAccessContext, FieldControl>;

  /** @param hides  true: the control disappears if its field is hidden; false: it becomes read-only */
  constructor(
    private readonly host: FieldControl,
    private readonly hides = true,
  ) {
    this.#consumer = new ContextConsumer(host, { context: fieldAccessContext, subscribe: true });
    host.addController(this);
  }

  get isLocked(): boolean {
    return isFixed(this.#access, this.host.field);
  }

  hostUpdate(): void {
    if (this.hides) this.host.hidden = !this.#access.isShown(this.host.field);
  }

  /** `OPEN` if `field` is empty: the control is then part of another control, which applies the settings. */
  get #access(): FieldAccess {
    return (this.host.field !== '' && this.#consumer.value) || OPEN;
  }
}
