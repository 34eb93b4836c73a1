// SPDX-License-Identifier: MIT
import { LitElement } from 'lit';

const pageSheets = new Map<string, CSSStyleSheet>();
const embedSheets = new Map<string, CSSStyleSheet>();

const REM = /(?<![\w.-])(-?(?:\d+\.?\d*|\.\d+))rem\b/g;

/** Within a host's page rem is the host's: an embed counts in `--al-rem`, a length that its root sets. */
export const inOwnRem = (css: string): string => css.replace(REM, 'calc($1 * var(--al-rem))');

function sheetOf(css: string, isEmbed: boolean): CSSStyleSheet {
  const sheets = isEmbed ? embedSheets : pageSheets;
  const found = sheets.get(css);
  if (found !== undefined) return found;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(isEmbed ? inOwnRem(css) : css);
  sheets.set(css, sheet);
  return sheet;
}

/** Gives `root` a style sheet once, however many elements ask for it. */
export function adopt(root: Document | ShadowRoot, css: string): void {
  const sheet = sheetOf(css, root instanceof ShadowRoot);
  if (!root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}

/**
 * An element that renders into itself, without a shadow root, so that labels, headings and
 * descriptions refer to each other across components. Its style sheet, `static css`, is adopted by
 * the document or by the one shadow root of an embed.
 */
export abstract class LightElement extends LitElement {
  static css = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const root = this.getRootNode();
    if (root instanceof Document || root instanceof ShadowRoot) {
      adopt(root, (this.constructor as typeof LightElement).css);
    }
  }
}

let count = 0;

/** An id that is free in the page: `stem` and a number. */
export const uniqueId = (stem: string): string => `al-${stem}-${++count}`;
