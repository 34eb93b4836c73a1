// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { formulaText } from '../components/formula-text.ts';
import { verdictText } from '../components/verdict.ts';
import type { MessageKey, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { decidingOf } from '../ledger/numbers.ts';
import { say } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import type { Entry, Place } from './entries.ts';
import type { Found } from './judge.ts';
import { STATEMENTS, type Texts } from './scene.ts';

export interface EntryScene {
  readonly i18n: I18n;
  readonly t: Translate<MessageKey<Texts>>;
  readonly found: ReadonlyMap<string, Found>;
  /** The id of the entry that the page's URL selects. */
  readonly entry: string;
}

export const verdictWords = (
  verdict: Entry['verdict'],
  { i18n, t }: Pick<EntryScene, 'i18n' | 't'>,
) => (verdict === 'undecided' ? t('undecided') : i18n.t(`verdict.${verdict}`));

const linesText = (lines: string, t: EntryScene['t']) =>
  t(/^\d+$/.test(lines) ? 'line' : 'lines', {
    lines: lines.replaceAll('-', '–').replaceAll(', ', t('source.lineBetween')),
  });

/** Renders an entry: its text, verdict and deciding number, and a link to the claim on the lesson's page Verify. */
export function renderEntry(entry: Entry, scene: EntryScene) {
  const { i18n, t } = scene;
  const { id, kind, places, verdict } = entry;
  const statements = say(i18n.translator(STATEMENTS));
  const place = ({ document, lines }: Place) =>
    t('source.place', { document: statements(`document.${document}`), lines: linesText(lines, t) });
  return html`
    <li class="entry" data-entry=${id} tabindex="-1" aria-current=${id === scene.entry ? 'true' : nothing}>
      <p class="entry-source">
        <strong>${id}</strong>
        <span>${t(`source.${kind}`, { places: places.map(place).join(t('source.between')) })}</span>
      </p>
      <p class="entry-text">${formulaText(statements(`${kind}.${id}`))}</p>
      <div class="entry-judged">
        <span class="verdict" data-verdict=${verdict}>${verdictText(verdict, verdictWords(verdict, scene))}</span>
        ${renderNumber(entry, scene)}
      </div>
      ${renderLinks(entry, scene)}
    </li>`;
}

/** Renders the deciding number: expected, and computed by the reader's check or else as recorded. */
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

function renderLinks({ claim, lesson, related }: Entry, { i18n, t }: EntryScene) {
  const params = claim && new URLSearchParams({ claim: claim.experiment });
  const title = lessonTitle(i18n, lesson);
  return html`
    <p class="entry-links">
      <a href=${pageAddress(lesson, params, 'verify')}>${claim ? t('see', { title }) : t('told', { title })}</a>
      ${related.map(
        (id) =>
          html`<a href=${pageAddress('documents', new URLSearchParams({ entry: id }))}>${id}</a>`,
      )}
    </p>`;
}
