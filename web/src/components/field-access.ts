// SPDX-License-Identifier: MIT
import { ContextConsumer, createContext } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Access settings of a lesson's fields: whether a field has a control, and whether the control is locked. */
export interface FieldAccess {
  readonly isShown: (field: string) => boolean;
  readonly isLocked: (field: string) => boolean;
}

export const OPEN: FieldAccess = { isShown: () => true, isLocked: () => false };

/**
 * Whether readers cannot change a control, because its field is locked or hidden. Most controls of hidden fields
 * disappear, but cells of tables stay visible and must be read-only.
 */
export const isFixed = ({ isShown, isLocked }: FieldAccess, field: string): boolean =>
  isLocked(field) || !isShown(field);

/** The context (Lit) that provides the access settings. If no ancestor provides it, `OPEN` applies. */
export const fieldAccessContext = createContext<FieldAccess>(Symbol('attention-lab.field-access'));

/** A control of a field of the lesson's state. `field` is the name of the field, or empty. */
export interface FieldControl extends ReactiveControllerHost, HTMLElement {
  field: string;
}

/** Hides or locks a control by the access settings of its field. Updates the control when the settings change. */
export class FieldController implements ReactiveController {
  readonly #consumer: ContextConsumer<typeof fieldAccessContext, FieldControl>;

  /** @param hides  whether the control disappears if its field is hidden; if false, the control becomes read-only */
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

  /** If `field` is empty, the control is part of another control, which has the field and checks the access to it. */
  get #access(): FieldAccess {
    return (this.host.field !== '' && this.#consumer.value) || OPEN;
  }
}
