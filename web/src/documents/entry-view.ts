// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { verdictText } from '../components/verdict.ts';
import type { MessageKey, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { decidingOf } from '../ledger/numbers.ts';
import { say } from '../lessons/scene.ts';
import { placeHash } from '../state/place.ts';
import type { Found } from './check.ts';
import type { Entry } from './entries.ts';
import { STATEMENTS, type Texts } from './scene.ts';

/** What every line of the ledger is drawn from. */
export interface EntryScene {
  readonly i18n: I18n;
  readonly t: Translate<MessageKey<Texts>>;
  readonly found: ReadonlyMap<string, Found>;
  /** By lesson, then by experiment. */
  readonly links: ReadonlyMap<string, ReadonlyMap<string, URLSearchParams>>;
  /** The entry that a link points at. */
  readonly entry: string;
}

/** A verdict's name. */
export const verdictWords = (
  verdict: Entry['verdict'],
  { i18n, t }: Pick<EntryScene, 'i18n' | 't'>,
) => (verdict === 'undecided' ? t('undecided') : i18n.t(`verdict.${verdict}`));

const linesText = (lines: string, t: EntryScene['t']) =>
  t(/^\d+$/.test(lines) ? 'line' : 'lines', { lines: lines.replaceAll('-', '–') });

/** A statement or an erratum: what it says, its verdict, the number that decides, and where it is shown. */
export function renderEntry(entry: Entry, scene: EntryScene) {
  const { i18n, t } = scene;
  const { id, kind, document, lines, verdict } = entry;
  const statements = say(i18n.translator(STATEMENTS));
  return html`
    <li class="entry" data-entry=${id} tabindex="-1" aria-current=${id === scene.entry ? 'true' : nothing}>
      <p class="entry-source">
        <strong>${id}</strong>
        <span>${t(`source.${kind}`, { document: statements(`document.${document}`), lines: linesText(lines, t) })}</span>
      </p>
      <p class="entry-text">${statements(`${kind}.${id}`)}</p>
      <div class="entry-judged">
        <span class="verdict" data-verdict=${verdict}>${verdictText(verdict, verdictWords(verdict, scene))}</span>
        ${renderNumber(entry, scene)}
      </div>
      ${renderLinks(entry, scene)}
    </li>`;
}

/** The number that decides: what is expected beside what was computed, here if the reader has checked. */
function renderNumber({ claim, lesson, verdict }: Entry, { i18n, t, found }: EntryScene) {
  if (claim === undefined) return nothing;
  const { row, expected, computed: recorded } = decidingOf(claim.id);
  const word = say(i18n.translator(lesson));
  const here = found.get(claim.id);
  const computed = here?.computed ?? recorded;
  const [one, other] =
    verdict === 'holds'
      ? [i18n.result(expected), i18n.result(computed)]
      : i18n.apart(expected, computed);
  const params = {
    row: word(`experiment.${claim.experiment}.rows.${row}`),
    expected: one,
    computed: other,
  };
  const state = here && (here.agrees ? 'agrees' : 'differs');
  return html`
    <span class="entry-number">${t('number', params)}</span>
    ${here ? html`<span class="entry-checked" data-checked=${state}>${t(`check.${state ?? 'agrees'}`)}</span>` : nothing}`;
}

function renderLinks({ claim, lesson, related }: Entry, { i18n, t, links }: EntryScene) {
  const params = claim && links.get(lesson)?.get(claim.experiment);
  const title = lessonTitle(i18n, lesson);
  return html`
    <p class="entry-links">
      <a href=${placeHash(lesson, params, 'verify')}>${claim ? t('see', { title }) : t('told', { title })}</a>
      ${related.map(
        (id) =>
          html`<a href=${placeHash('documents', new URLSearchParams({ entry: id }))}>${id}</a>`,
      )}
    </p>`;
}
