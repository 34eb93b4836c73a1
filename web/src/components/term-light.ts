// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { newSheet } from './light-element.ts';

/**
 * The style rules that highlight elements. SVG shapes have no CSS background, and line numbers of code cover the
 * background of the line. So their style rules use the custom properties `--lit` and `--lit-edge`. Forced colours (the
 * system's high-contrast mode) remove backgrounds and shadows, so an outline is drawn instead.
 * @param lit  CSS selector of the highlighted elements
 */
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

/** The terms (names of quantities) in the attribute `data-term` of the element or of its nearest ancestor with it. */
const termsOf = (target: EventTarget | null): readonly string[] =>
  (target instanceof Element &&
    target.closest<HTMLElement>('[data-term]')?.dataset.term?.split(' ')) ||
  [];

/**
 * Highlights all elements in the host whose `data-term` contains a current term. The current terms are those of the
 * element under the pointer or with the focus; if it has none, the pinned term. The highlight is a rule in a separate
 * style sheet, so that no component needs an update.
 */
export class TermLight implements ReactiveController {
  /** Created whenever the host is connected, because a constructed style sheet works only in one document. */
  #sheet: CSSStyleSheet | undefined;
  #root: Document | ShadowRoot | undefined;
  #pinned: string | undefined;
  #lit = '';

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this);
    for (const type of ['pointerover', 'focusin']) host.addEventListener(type, this.#enter);
    for (const type of ['pointerleave', 'focusout']) host.addEventListener(type, this.#leave);
  }

  get pinned(): string | undefined {
    return this.#pinned;
  }

  set pinned(term: string | undefined) {
    this.#pinned = term;
    this.#light([]);
    this.host.requestUpdate();
  }

  hostConnected(): void {
    const root = this.host.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return;
    this.#root = root;
    this.#sheet = newSheet(this.host.ownerDocument);
    this.#write();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }

  hostDisconnected(): void {
    const root = this.#root;
    if (root === undefined) return;
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== this.#sheet);
  }

  readonly #enter = (event: Event): void => this.#light(termsOf(event.target));
  readonly #leave = (): void => this.#light([]);

  #light(pointed: readonly string[]): void {
    const pinned = this.#pinned === undefined ? [] : [this.#pinned];
    const terms = pointed.length > 0 ? pointed : pinned;
    const lit = terms
      .map((term) => `${this.host.localName} [data-term~="${CSS.escape(term)}"]`)
      .join(', ');
    if (lit === this.#lit) return;
    this.#lit = lit;
    this.#write();
  }

  #write(): void {
    this.#sheet?.replaceSync(this.#lit === '' ? '' : sheetOf(this.#lit));
  }
}
