// SPDX-License-Identifier: MIT
// Translates pages as browsers and extensions do: they put each text node into nested font elements, or replace it by
// font elements with a translation. They skip elements with `translate="no"`.
import type { Page } from './page.ts';

/**
 * `moved`, `detached`: the translations equal the originals; the original text nodes are moved into the font elements,
 * or are no longer in the page. `fr`: longer words. `ar`: right to left. `ja`: wide letters, no spaces.
 */
export type Translation = 'moved' | 'detached' | 'fr' | 'ar' | 'ja';

/** Translates all text nodes, also those in shadow roots. Translates a translated node again from its original text. */
export const translate = (page: Page, into: Translation): Promise<void> =>
  page.run((kind) => {
    const ORIGINAL = 'original';
    const KEPT = 'script, style, [translate="no"], .notranslate';
    const ARABIC = 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي';
    const word = (text: string, letters: (all: string) => string) =>
      text.replace(/\p{L}{2,}/gu, letters);
    const translations: Record<string, (text: string) => string> = {
      fr: (text) => word(text, (all) => all + all.slice(0, Math.ceil(all.length * 0.3))),
      ar: (text) =>
        word(text, (all) =>
          all.replace(
            /./gu,
            (letter) => ARABIC[(letter.codePointAt(0) ?? 0) % ARABIC.length] ?? '',
          ),
        ),
      // A Japanese text has about half as many letters, each twice as wide.
      ja: (text) =>
        word(text, (all) =>
          '注意機構学習'.repeat(all.length).slice(0, Math.ceil(all.length / 2)),
        ).replace(/(?<=[^\x20-\x7e]) (?=[^\x20-\x7e])/g, ''),
    };
    const inFont = (...content: (Node | string)[]) => {
      const font = document.createElement('font');
      font.append(...content);
      return font;
    };
    const visit = (node: Node): void => {
      if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot);
      for (const child of [...node.childNodes]) {
        const text =
          child instanceof HTMLElement && child.dataset[ORIGINAL] !== undefined
            ? child.dataset[ORIGINAL]
            : child instanceof Text
              ? child.data
              : undefined;
        if (text === undefined) {
          if (child instanceof Element && !child.matches(`font, ${KEPT}`)) visit(child);
          continue;
        }
        if (text.trim() === '') continue;
        const outer = inFont();
        child.replaceWith(outer);
        const translation = translations[kind];
        if (kind === 'moved') outer.append(inFont(child));
        else if (translation === undefined)
          outer.append(inFont(text.slice(0, 1)), inFont(text.slice(1)));
        else {
          outer.dataset[ORIGINAL] = text;
          outer.append(inFont(translation(text)));
        }
      }
    };
    visit(document.body);
    const { documentElement: root } = document;
    if (kind in translations)
      Object.assign(root, { lang: kind, dir: kind === 'ar' ? 'rtl' : 'ltr' });
  }, into);
