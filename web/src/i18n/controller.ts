// SPDX-License-Identifier: MIT
import { ContextConsumer, createContext } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { I18n } from './i18n.ts';

/** The context (Lit) that provides the texts. The root element of a page or an embed sets it. */
export const i18nContext = createContext<I18n>(Symbol('attention-lab.i18n'));

/** Gives a component the texts of its page or embed, and re-renders it when the language or the digits change. */
export class I18nController implements ReactiveController {
  readonly #consumer: ContextConsumer<typeof i18nContext, ReactiveControllerHost & HTMLElement>;
  #subscribedTo: I18n | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    this.#consumer = new ContextConsumer(host, {
      context: i18nContext,
      callback: (i18n) => this.#follow(i18n),
    });
    host.addController(this);
  }

  /** @throws Error if no ancestor of the host provides `i18nContext` */
  get i18n(): I18n {
    const { value } = this.#consumer;
    if (!value)
      throw new Error(
        `<${this.host.localName}> needs an element above it that provides i18nContext`,
      );
    return value;
  }

  hostConnected(): void {
    if (this.#consumer.value) this.#follow(this.#consumer.value);
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#subscribedTo = undefined;
  }

  #follow(i18n: I18n): void {
    if (i18n === this.#subscribedTo) return;
    this.#unsubscribe?.();
    this.#subscribedTo = i18n;
    this.#unsubscribe = i18n.subscribe(() => this.host.requestUpdate());
    this.host.requestUpdate();
  }
}
