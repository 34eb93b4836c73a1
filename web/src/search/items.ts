// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { Entry } from '../documents/entries.ts';
import { STATEMENTS, statementsIn } from '../documents/scene.ts';
import { type Aliases, GLOSSARY, termsIn } from '../glossary/term-words.ts';
import { TERMS } from '../glossary/terms.ts';
import type { I18n } from '../i18n/i18n.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { say } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import type { Item } from './item.ts';

/** A lesson or another page that a search can find. */
export type Found = Pick<LessonEntry, 'id' | 'writtenIn'>;

/** All items that a search can find. Untranslated texts are in English. */
export function itemsOf(
  i18n: I18n,
  lessons: readonly Found[],
  entries: readonly Entry[],
  synonyms: Readonly<Record<'lesson' | 'term', Aliases>>,
): readonly Item[] {
  const term = say(i18n.translator(GLOSSARY));
  const statement = say(i18n.translator(STATEMENTS));
  return [
    ...lessons.map(
      ({ id, writtenIn }): Item => ({
        name: id,
        kind: 'lesson',
        language: writtenIn(i18n.language),
        title: lessonTitle(i18n, id),
        text: lessonSummary(i18n, id),
        alias: synonyms.lesson[id] ?? '',
      }),
    ),
    ...TERMS.map(
      ({ id }): Item => ({
        name: id,
        kind: 'term',
        language: termsIn(i18n.language),
        title: term(`term.${id}.name`),
        text: term(`term.${id}.definition`),
        alias: synonyms.term[id] ?? '',
      }),
    ),
    ...entries.map(
      ({ id, kind }): Item => ({
        name: id,
        kind: 'entry',
        language: statementsIn(i18n.language),
        title: id,
        text: statement(`${kind}.${id}`),
        alias: '',
      }),
    ),
  ];
}

/** Renders a result: a link to a page or to an entry of the ledger, or a button that opens the glossary. */
export function renderItem(
  { kind, name, title, text, language }: Item,
  i18n: I18n,
  onChosen: () => void,
): TemplateResult {
  const lang = language === i18n.language ? nothing : language;
  const content = html`<strong lang=${lang}>${title}</strong> <span lang=${lang}>${text}</span>`;
  if (kind === 'term')
    return html`<button type="button" data-glossary-list=${name} @click=${onChosen}>${content}</button>`;
  const address =
    kind === 'lesson'
      ? pageAddress(name)
      : pageAddress('documents', new URLSearchParams({ entry: name }));
  return html`<a href=${address} @click=${onChosen}>${content}</a>`;
}
