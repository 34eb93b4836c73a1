// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** `--lit` and `--lit-edge` are for what covers the ground. Forced colours know neither grounds nor shadows. */
const sheetOf = (lit: string): string => `
  @media screen {
    ${lit} {
      --lit: var(--active);
      --lit-edge: var(--focus);
      background: var(--active);
      box-shadow: inset 0 -2px var(--focus);
    }
  }
  @media screen and (forced-colors: active) {
    ${lit} {
      outline: 2px solid Highlight;
      outline-offset: -1px;
    }
  }`;

/** The terms that an element carries, as in `data-term="scores weights"`. */
const termsOf = (target: EventTarget | null): readonly string[] =>
  (target instanceof Element &&
    target.closest<HTMLElement>('[data-term]')?.dataset.term?.split(' ')) ||
  [];

/**
 * Lights up together what belongs together: all elements below the host whose `data-term` names what is pointed at, in
 * focus or pinned. It does so by a style sheet of its own, so that nothing needs to be drawn anew.
 */
export class TermLight implements ReactiveController {
  readonly #sheet = new CSSStyleSheet();
  readonly #host: ReactiveControllerHost & HTMLElement;
  #root: Document | ShadowRoot | undefined;
  #pinned: string | undefined;
  #lit = '';

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  /** The term that stays lit when nothing is pointed at. */
  get pinned(): string | undefined {
    return this.#pinned;
  }

  set pinned(term: string | undefined) {
    this.#pinned = term;
    this.#light([]);
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    const root = this.#host.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return;
    this.#root = root;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
    for (const type of ['pointerover', 'focusin']) this.#host.addEventListener(type, this.#enter);
    for (const type of ['pointerleave', 'focusout']) this.#host.addEventListener(type, this.#leave);
  }

  hostDisconnected(): void {
    const root = this.#root;
    if (root === undefined) return;
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== this.#sheet);
    for (const type of ['pointerover', 'focusin'])
      this.#host.removeEventListener(type, this.#enter);
    for (const type of ['pointerleave', 'focusout'])
      this.#host.removeEventListener(type, this.#leave);
  }

  readonly #enter = (event: Event): void => this.#light(termsOf(event.target));
  readonly #leave = (): void => this.#light([]);

  #light(pointed: readonly string[]): void {
    const pinned = this.#pinned === undefined ? [] : [this.#pinned];
    const terms = pointed.length > 0 ? pointed : pinned;
    const lit = terms
      .map((term) => `${this.#host.localName} [data-term~="${CSS.escape(term)}"]`)
      .join(', ');
    if (lit === this.#lit) return;
    this.#lit = lit;
    this.#sheet.replaceSync(lit === '' ? '' : sheetOf(lit));
  }
}
