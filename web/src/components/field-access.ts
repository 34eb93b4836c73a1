// SPDX-License-Identifier: MIT
import { ContextConsumer, createContext } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Which fields of a state a reader finds a control for, and which of these can be moved. */
export interface FieldAccess {
  readonly isShown: (field: string) => boolean;
  readonly isLocked: (field: string) => boolean;
}

/** All is shown, and all can be moved. */
export const OPEN: FieldAccess = { isShown: () => true, isLocked: () => false };

/** Whether a control that stays where its field is not shown, as in a table, can be moved. */
export const isFixed = ({ isShown, isLocked }: FieldAccess, field: string): boolean =>
  isLocked(field) || !isShown(field);

/** Carries the access down the tree; a page without it is `OPEN`. */
export const fieldAccessContext = createContext<FieldAccess>(Symbol('attention-lab.field-access'));

/** A control, and the field of the state that it writes. */
export interface FieldControl extends ReactiveControllerHost, HTMLElement {
  field: string;
}

/** Tells a control whether its field is shown and locked, and draws it anew when that changes. */
export class FieldController implements ReactiveController {
  readonly #host: FieldControl;
  readonly #consumer: ContextConsumer<typeof fieldAccessContext, FieldControl>;

  /** @param hides  whether the control goes where its field is not shown; else it is locked there */
  constructor(
    host: FieldControl,
    private readonly hides = true,
  ) {
    this.#host = host;
    this.#consumer = new ContextConsumer(host, { context: fieldAccessContext, subscribe: true });
    host.addController(this);
  }

  get isLocked(): boolean {
    return isFixed(this.#access, this.#host.field);
  }

  hostUpdate(): void {
    if (this.hides) this.#host.hidden = !this.#access.isShown(this.#host.field);
  }

  /** A control without a field is part of another, which has one. */
  get #access(): FieldAccess {
    return (this.#host.field !== '' && this.#consumer.value) || OPEN;
  }
}
