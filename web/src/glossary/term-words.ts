// SPDX-License-Identifier: MIT
// Names and definitions of terms in the reader's language.
import { html, nothing } from 'lit';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import { loadFile } from '../i18n/load-file.ts';
import type messages from './messages.en.json';
import type { Term } from './terms.ts';

/** The catalogue of names and definitions. */
export const GLOSSARY = 'glossary';

/** Loads the names and definitions of all terms. */
export const loadTerms = (language: Language) => loadFile(FILES, `./messages.${language}.json`);
const FILES = import.meta.glob<{ default: Catalogue }>('./messages.*.json');

/** A term's name and definition. The catalogue must be loaded. */
export function wordsOf({ id }: Term, i18n: I18n): { name: string; definition: string } {
  const t = i18n.translator<typeof messages>(GLOSSARY);
  const key = id as keyof typeof messages.term;
  return { name: t(`term.${key}.name`), definition: t(`term.${key}.definition`) };
}

/** A term's name, its English name if different, and its symbol. */
export function renderName(term: Term, i18n: I18n) {
  const { name } = wordsOf(term, i18n);
  const { english, symbol } = term;
  return html`
    <dfn>${name}</dfn>
    ${name === english ? nothing : html`<span class="glossary-english" lang="en">${english}</span>`}
    ${symbol ? html`<span class="glossary-symbol">${symbol}</span>` : nothing}`;
}

/** The shape or range of a term's value, if it has one. */
export const renderShape = ({ shape }: Term, { t }: I18n) =>
  shape
    ? html`<span class="glossary-shape">${t('glossary.shape')} <code>${shape}</code></span>`
    : nothing;
