// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import { loadWritten, writtenIn } from '../i18n/load-file.ts';
import type messages from './messages.en.json';
import type { Term } from './terms.ts';

export const GLOSSARY = 'glossary';

const FILES = import.meta.glob<{ default: Catalogue }>('./messages.*.json');
const pathIn = (language: Language) => `./messages.${language}.json`;

export const termsIn = (language: Language): Language => writtenIn(FILES, language, pathIn);

export const loadTerms = (language: Language) => loadWritten(FILES, language, pathIn);

/** Synonyms of terms in all languages, by id of the term. */
export type Aliases = Readonly<Record<string, string>>;

export const loadAliases = async (): Promise<Aliases> => (await import('./aliases.json')).default;

/** The name and definition of a term in the current language. Requires the glossary's catalogue of messages. */
export function wordsOf({ id }: Term, i18n: I18n): { name: string; definition: string } {
  const t = i18n.translator<typeof messages>(GLOSSARY);
  const key = id as keyof typeof messages.term;
  return { name: t(`term.${key}.name`), definition: t(`term.${key}.definition`) };
}

export function renderName(term: Term, i18n: I18n) {
  const { name } = wordsOf(term, i18n);
  const { english, symbol } = term;
  return html`
    <dfn lang=${termsIn(i18n.language)}>${name}</dfn>
    ${name === english ? nothing : html`<span class="glossary-english" lang="en">${english}</span>`}
    ${symbol ? html`<span class="glossary-symbol">${symbol}</span>` : nothing}`;
}

export const renderDefinition = (term: Term, i18n: I18n) => html`
  <span lang=${termsIn(i18n.language)}>${wordsOf(term, i18n).definition}</span>`;

export const renderShape = ({ shape }: Term, { t }: I18n) =>
  shape
    ? html`<span class="glossary-shape">${t('glossary.shape')} <code>${shape}</code></span>`
    : nothing;
