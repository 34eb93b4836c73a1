// SPDX-License-Identifier: MIT
import { LitElement, type PropertyDeclarations } from 'lit';
import { I18nController } from '../i18n/controller.ts';
import './page-translation.ts';

type Sheets = Map<string, CSSStyleSheet>;
/** For each document, its style sheets by CSS text, because a constructed style sheet works only in one document. */
const pageSheets = new WeakMap<Document, Sheets>();
const embedSheets = new WeakMap<Document, Sheets>();

const REM = /(?<![\w.-])(-?(?:\d+\.?\d*|\.\d+))rem\b/g;

/**
 * Replaces the unit rem by the custom property `--al-rem`, which the root element of an embed sets. In an embed, 1rem
 * would be the font size of the host page.
 */
export const inOwnRem = (css: string): string => css.replace(REM, 'calc($1 * var(--al-rem))');

/** Creates an empty style sheet that `page` and its shadow roots can adopt, also if `page` is in another window. */
export const newSheet = (page: Document): CSSStyleSheet =>
  new (page.defaultView ?? window).CSSStyleSheet();

function sheetOf(css: string, root: Document | ShadowRoot): CSSStyleSheet {
  const isEmbed = root instanceof ShadowRoot;
  const page = isEmbed ? root.ownerDocument : root;
  const all = isEmbed ? embedSheets : pageSheets;
  const sheets: Sheets = all.get(page) ?? new Map();
  all.set(page, sheets);
  const found = sheets.get(css);
  if (found !== undefined) return found;
  const sheet = newSheet(page);
  sheet.replaceSync(isEmbed ? inOwnRem(css) : css);
  sheets.set(css, sheet);
  return sheet;
}

export function adopt(root: Document | ShadowRoot, css: string): void {
  const sheet = sheetOf(css, root);
  if (!root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

export const properties = (...names: readonly string[]): PropertyDeclarations =>
  Object.fromEntries(names.map((name) => [name, { attribute: false }]));

/** Detail of the event `al-value`. `final` is false during a drag or while a number is being typed. */
export interface ValueChange<T> {
  readonly value: T;
  readonly final: boolean;
}

/**
 * A component without a shadow root, so that labels, headings and descriptions can reference each other by id across
 * components. Its styles, `static css`, are adopted by the document, or in an embed by the embed's single shadow root.
 */
export abstract class LightElement extends LitElement {
  static css = '';

  #inPage = new AbortController();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    if (root instanceof Document || root instanceof ShadowRoot) {
      adopt(root, (this.constructor as typeof LightElement).css);
    }
    this.#inPage = new AbortController();
    this.listen(this.#inPage.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#inPage.abort();
  }

  /** Subclasses add listeners here. The signal is aborted when the element leaves the page. */
  protected listen(_signal: AbortSignal): void {}

  protected send(type: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  protected sendValue<T>(value: T, final: boolean): void {
    this.send('al-value', { value, final } satisfies ValueChange<T>);
  }
}

/** A component that shows texts in the reader's language. */
export abstract class TextElement extends LightElement {
  protected readonly texts = new I18nController(this);
}

/** In an embed, returns `group` instead, because landmarks of several embeds in a page would have the same name. */
export const landmarkRole = (
  element: Element,
  role: 'region' | 'navigation',
): typeof role | 'group' => (element.getRootNode() instanceof ShadowRoot ? 'group' : role);

let count = 0;

/** An element id that is unique in the page: `al-`, `stem` and a number. */
export const uniqueId = (stem: string): string => `al-${stem}-${++count}`;
