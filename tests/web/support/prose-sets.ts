// SPDX-License-Identifier: MIT
import { compileProse, type Prose } from '../../../web/build/compile-prose.ts';
import type { Language } from '../../../web/src/i18n/languages.ts';
import { foreignCharacters } from './chinese.ts';
import { complete } from './files.ts';

export type ProseSet = Readonly<Partial<Record<Language, string>>>;

/**
 * The problems of a lesson's prose files, one sentence each: a missing language, characters of another script, or
 * sections, formulas or terms that differ from the English file. A partial language may lack files and sections.
 */
export function proseProblems(set: ProseSet, name: string): string[] {
  const model = set.en === undefined ? undefined : compileProse(set.en, `${name}/text.en.md`);
  return [...new Set([...complete, ...Object.keys(set)])].flatMap((language) => {
    const source = set[language];
    if (source === undefined) return [`${name}: text.${language}.md is missing`];
    const isPartial = !complete.includes(language);
    const prose = compileProse(source, `${name}/text.${language}.md`);
    const foreign = foreignCharacters(source, language);
    return [
      ...(model
        ? differences(prose, model, isPartial).map((problem) => `${name}, ${language}: ${problem}`)
        : []),
      ...(foreign.length > 0
        ? [`${name}, ${language}: foreign characters ${foreign.join('')}`]
        : []),
    ];
  });
}

function differences(prose: Prose, model: Prose, isPartial: boolean): string[] {
  const all = Object.keys(model.sections);
  const ids = Object.keys(prose.sections).join(' ');
  const wanted = all.filter((id) => !isPartial || id in prose.sections).join(' ');
  if (ids !== wanted) return [`has the sections "${ids}", expected "${wanted}"`];
  const problems = Object.entries(model.sections).flatMap(([id, section]) => {
    const own = prose.sections[id];
    return own ? compare(`section ${id}`, own.html, section.html) : [];
  });
  return [...compare('the summary', prose.summary, model.summary), ...problems];
}

function compare(where: string, html: string, model: string): string[] {
  const own = formulas(html);
  const wanted = formulas(model);
  const extra = own.filter((tex) => !wanted.includes(tex));
  const lost = wanted.filter((tex) => !own.includes(tex));
  if (extra.length + lost.length > 0) {
    return [
      `${where}: has ${extra.join(' and ') || 'nothing'} for ${lost.join(' and ') || 'nothing'}`,
    ];
  }
  if (terms(html) !== terms(model)) {
    return [`${where}: opens the terms "${terms(html)}", expected "${terms(model)}"`];
  }
  if (phrases(html) !== phrases(model)) {
    return [`${where}: points at "${phrases(html)}", expected "${phrases(model)}"`];
  }
  if (lessonLinks(html) !== lessonLinks(model)) {
    return [
      `${where}: links to the lessons "${lessonLinks(html)}", expected "${lessonLinks(model)}"`,
    ];
  }
  return html.trim() === '' ? [`${where} is empty`] : [];
}

function valuesOf(html: string, attribute: string): string {
  const found = html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'));
  return [...new Set(Array.from(found, ([, value = '']) => value))].sort().join(' ');
}

const terms = (html: string): string => valuesOf(html, 'data-glossary');

/** The parts of the figure that the phrases of a text highlight. */
const phrases = (html: string): string => valuesOf(html, 'data-points');

export const lessonLinks = (html: string): string => valuesOf(html, 'data-lesson');

/**
 * The TeX of the formulas, each once, because translations repeat them differently. Words inside a formula are replaced
 * by "…", because they are translated.
 */
function formulas(html: string): string[] {
  const annotations = html.matchAll(/<annotation[^>]*>([\s\S]*?)<\/annotation>/g);
  const all = Array.from(annotations, ([, tex = '']) =>
    tex.replace(/\\text\{[^}]*\}/g, '\\text{…}'),
  );
  return [...new Set(all)];
}
