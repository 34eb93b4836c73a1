// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import '../../components/menu.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { binder } from '../bind.ts';
import { tokenText } from './lens-view.ts';
import {
  fields,
  type Head,
  isCut,
  MOST_DRAWS,
  MOST_TYPES,
  type Numbers,
  QUOTATION,
  type State,
} from './numbers.ts';
import { renderBring, renderModel, renderText } from './own-text.ts';
import type { Parts, Texts, WritingScene } from './parts.ts';
import './writer.ts';

const heads = ({ numbers, t, set }: WritingScene) => html`
  <al-menu field="head" .label=${t('field.head')} .value=${numbers.head.name}
    .options=${numbers.heads.map(({ name }) => ({ value: name, label: name }))}
    @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => set({ head: detail.value }, 'rest')}></al-menu>`;

/** A token with its number, because a text can contain the same token twice. */
const placed = ({ pieces }: Numbers, place: number): string =>
  `${place + 1} ${tokenText(pieces[place]?.text ?? '')}`;

const looking = ({ numbers, t, set }: WritingScene) => html`
  <al-menu field="place" .label=${t('field.place')} .value=${String(numbers.place + 1)}
    .options=${numbers.pieces.map((_, i) => ({ value: String(i + 1), label: placed(numbers, i) }))}
    @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => set({ place: Number(detail.value) }, 'rest')}></al-menu>`;

/** The options of the menus of top-k and top-p. The last option excludes no token. */
const KEPT = [1, 5, 10, 20, 40, 100, MOST_TYPES];
const SHARES = [0.5, 0.8, 0.9, 0.95, 1];

const cutting = (
  { state, i18n, t, set }: WritingScene,
  field: 'topK' | 'topP',
  offered: readonly number[],
) => {
  const value = state[field];
  const options = offered.includes(value) ? offered : [value, ...offered];
  const write = (one: number) => (field === 'topK' ? i18n.integer(one) : i18n.percent(one, 0));
  return html`
    <al-menu field=${field} .label=${t(`field.${field}`)} .value=${String(value)}
      .options=${options.map((one) => ({ value: String(one), label: one === offered.at(-1) ? t('all') : write(one) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => set({ [field]: Number(detail.value) }, 'rest')}></al-menu>`;
};

/** A note that top-k has no effect because top-p keeps fewer tokens, or the reverse. */
const idle = ({ state, numbers: { kept }, t }: WritingScene) => {
  if (state.topK === MOST_TYPES || state.topP === 1) return nothing;
  if (kept.probability < state.topP) return html`<p>${t('next.idle.topP')}</p>`;
  return kept.count < state.topK ? html`<p>${t('next.idle.topK')}</p>` : nothing;
};

const writer = (scene: WritingScene) => html`
  ${binder(fields, scene)('temperature')}
  <al-writer field="draws" .label=${scene.t('field.draws')} .draws=${scene.state.draws} .most=${MOST_DRAWS}
    @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
      scene.set({ draws: detail.value }, detail.final ? 'rest' : 'step')}></al-writer>
  ${renderBring(scene)}`;

const quoted = (text: string): string => text.trim();

const three = (value: number, { i18n }: WritingScene): string =>
  i18n.number(value, { decimals: 3 });

const measured = (scene: WritingScene): string => {
  const { head, isOwn } = scene.numbers;
  const { job } = head;
  if (isOwn || job === undefined)
    return scene.t(isOwn ? 'job.own' : 'job.even', { name: head.name });
  return scene.t('job.measured', {
    ...{ name: head.name, job: scene.t(`job.${job.name}`) },
    share: shareText(scene.i18n, job.share),
    equal: shareText(scene.i18n, job.equal),
  });
};

/** The number of heads in a description for screen readers. */
const HEARD = 3;

/** Describes the heads in which the chosen token has the largest weights. */
function strongest(scene: WritingScene): string {
  const { numbers, i18n, t } = scene;
  const { place, pieces, weights } = numbers;
  const found = numbers.heads.map((head: Head) => {
    const row = weights(head).slice(place * pieces.length, (place + 1) * pieces.length);
    const weight = Math.max(...row);
    return { head, weight, to: pieces[row.indexOf(weight)]?.text ?? '' };
  });
  const sorted = found.sort((a, b) => b.weight - a.weight).slice(0, HEARD);
  return i18n.list(
    sorted.map(({ head, weight, to }) =>
      t('spoken.head', { name: head.name, word: quoted(to), share: shareText(i18n, weight) }),
    ),
  );
}

const likeliest = ({ numbers, i18n, t }: WritingScene, count: number): string =>
  i18n.list(
    numbers
      .next()
      .slice(0, count)
      .map(({ token, probability, share }) =>
        t('spoken.word', {
          word: quoted(numbers.textOf(token)),
          share: shareText(i18n, share > 0 ? share : probability),
        }),
      ),
  );

export function told(field: string, { state, numbers, t }: WritingScene): string | undefined {
  if (field === 'place') return placed(numbers, numbers.place);
  return field === 'draws' ? t('told.draws', { count: state.draws.length }) : undefined;
}

/** A rise of the loss above this is called large. Only the most important heads cause one. */
const MUCH = 0.1;

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'tokens', view: { ids: 1, rows: 1 } },
    worked: ({ numbers, i18n, t }) =>
      t(numbers.counts.isCut ? 'tokens.most' : 'tokens.count', {
        count: numbers.counts.tokens,
        characters: i18n.integer(numbers.counts.characters),
      }),
    controls: (scene) => html`${renderText(scene)}${renderBring(scene)}${renderModel(scene)}`,
    room: ['box', 'details'],
    spoken: ({ numbers, i18n, t }) =>
      t('spoken.tokens', {
        count: numbers.counts.tokens,
        pieces: i18n.list(numbers.pieces.map(({ text }) => quoted(text))),
      }),
  },
  {
    ...{ id: 'heads', view: { map: 1, looks: 1, large: 1 }, worked: measured },
    controls: (scene) =>
      html`<div class="menus">${heads(scene)}${looking(scene)}</div>${renderBring(scene)}`,
    spoken: (scene) =>
      scene.t('spoken.heads', {
        word: quoted(scene.numbers.pieces[scene.numbers.place]?.text ?? ''),
        heads: strongest(scene),
      }),
  },
  {
    ...{ id: 'off', view: { map: 1, costs: 1, unknown: 1 } },
    controls: (scene) => html`${heads(scene)}${renderBring(scene)}`,
    spoken: (scene) => scene.t('spoken.off', { loss: three(scene.numbers.measuredLoss, scene) }),
    question: {
      guesses: ['fails', 'much', 'little'],
      right: ({ heads }) => ((heads[QUOTATION]?.cost ?? 0) > MUCH ? 'much' : 'little'),
      outcome: { unknown: 0 },
    },
  },
  {
    ...{ id: 'lens', view: { lens: 1 }, controls: renderBring },
    spoken: ({ numbers, i18n, t }) => {
      const { pieces, rows } = numbers.lens();
      return t('spoken.lens', {
        word: quoted(pieces.at(-1)?.text ?? ''),
        said: i18n.list(rows.map((row) => quoted(row.at(-1)?.text ?? ''))),
      });
    },
  },
  {
    ...{ id: 'next', view: { next: 1 } },
    controls: (scene) => html`
      ${binder(fields, scene)('temperature')}
      <div class="menus">${cutting(scene, 'topK', KEPT)}${cutting(scene, 'topP', SHARES)}</div>
      ${idle(scene)}
      ${renderBring(scene)}`,
    worked: ({ numbers, state, i18n, t }) =>
      isCut(state)
        ? t('next.cut', {
            count: i18n.integer(numbers.kept.count),
            share: shareText(i18n, numbers.kept.probability),
          })
        : t('next.half', { count: numbers.half }),
    spoken: (scene) => scene.t('spoken.next', { words: likeliest(scene, HEARD) }),
  },
  {
    id: 'tale',
    state: { temperature: 0.7, topP: 0.9, draws: '0'.repeat(16) },
    view: { tokens: 0, tale: 1 },
    controls: writer,
    worked: ({ numbers, i18n, t }) =>
      t('tale.count', {
        count: i18n.integer(numbers.tale().written.length),
        all: i18n.integer(MOST_DRAWS),
      }),
    spoken: ({ numbers, state, t }) =>
      t('spoken.tale', { text: state.text, tale: numbers.tale().written.join('') }),
  },
  {
    ...{ id: 'cache', view: { tokens: 0, cache: 1 } },
    controls: (scene) => binder(fields, scene)('length'),
    worked: ({ numbers: { cache }, i18n }) =>
      html`${i18n.integer(cache.without)} ÷ ${i18n.integer(cache.withCache)} = ${i18n.number(cache.ratio, { decimals: 1 })}`,
    spoken: ({ numbers: { cache }, i18n, t }) =>
      t('spoken.cache', {
        length: i18n.integer(cache.length),
        without: i18n.integer(cache.without),
        kept: i18n.integer(cache.kept),
      }),
  },
];
