// SPDX-License-Identifier: MIT
import { type Aliases, loadAliases, loadTerms } from '../glossary/term-words.ts';
import { TERMS } from '../glossary/terms.ts';
import { languages } from '../i18n/languages.ts';
import pages from './aliases.json';
import terms from './terms.json';

type Names = { readonly term: Readonly<Record<string, { readonly name: string }>> };

/**
 * Loads the synonyms of lessons and other pages, and of glossary terms. They include the terms' names in all languages,
 * because learners often search in another language than the page's. A lesson also has the synonyms of the terms that
 * it teaches.
 */
export async function loadSynonyms(): Promise<Readonly<Record<'lesson' | 'term', Aliases>>> {
  const [aliases, ...catalogues] = await Promise.all([loadAliases(), ...languages.map(loadTerms)]);
  const term: Aliases = Object.fromEntries(
    TERMS.map(({ id }) => {
      const names = catalogues.map((all) => (all.default as Names).term[id]?.name);
      return [id, [...names, aliases[id]].join(', ')];
    }),
  );
  const taught: Aliases = terms;
  const lesson = Object.entries(pages).map(([id, own]) => {
    const ofTerms = taught[id]?.split(', ').map((one) => term[one]) ?? [];
    return [id, [own, ...ofTerms].join(', ')];
  });
  return { lesson: Object.fromEntries(lesson), term };
}
