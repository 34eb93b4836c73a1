// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { nearestGuess } from '../../lesson/nearest-guess.ts';
import { binder, inRole } from '../bind.ts';
import type { Parts, SharesScene, Texts } from './figure.ts';
import { fields, type Numbers, type State } from './shares.ts';

const LAST = 3;

const score = (scene: SharesScene) =>
  binder(fields, scene)('scores', { index: LAST, label: scene.t('score') });

const temperature = (scene: SharesScene) => binder(fields, scene)('temperature');

const E = 'e';

/** The calculation of the last weight as a quotient of powers of e, which are written out if `hasPowers`. */
function quotient({ numbers, i18n }: SharesScene, hasPowers: boolean) {
  const { logits, powers, sum, weights } = numbers;
  const short = (value = Number.NaN) => i18n.number(value, { decimals: 2 });
  const power = (logit = Number.NaN) => html`${E}<sup>${i18n.number(logit, { digits: 3 })}</sup>`;
  const written = html`
    ${power(logits.at(-1))} ÷ (${logits.map((one, i) => html`${i > 0 ? ' + ' : ''}${power(one)}`)}) =`;
  return html`
    ${hasPowers ? written : nothing}
    ${inRole('score', short(powers.at(-1)))} ÷ ${inRole('score', short(sum))} = ${inRole('weight', shareText(i18n, weights.at(-1)))}`;
}

const spoken =
  (key: 'shares' | 'raise' | 'temperature' | 'formula') =>
  ({ numbers, i18n, t }: SharesScene) =>
    t(`spoken.${key}`, {
      scores: i18n.list(numbers.scores.map((one) => i18n.number(one))),
      temperature: i18n.number(numbers.temperature, { digits: 3 }),
      weights: i18n.list(numbers.weights.map((weight) => shareText(i18n, weight))),
    });

const spokenGaps = ({ numbers: { plain, added, doubled }, i18n, t }: SharesScene) => {
  const last = (weights: readonly number[]) => shareText(i18n, weights.at(-1));
  return t('spoken.gaps', {
    plain: last(plain.weights),
    added: last(added.weights),
    doubled: last(doubled.weights),
  });
};

const spokenNudge = ({ numbers: { here, nudge }, i18n, t }: SharesScene) =>
  t('spoken.nudge', {
    score: i18n.number(here.score),
    weight: shareText(i18n, here.weight),
    nudge: i18n.number(nudge),
    gain: i18n.number(100 * here.gain, { decimals: 1 }),
  });

const SLOPE = 'α(1 − α) =';

/** The calculation of the curve's slope at the current score: weight · (1 − weight). */
const slope = ({ numbers: { here }, i18n }: SharesScene) => {
  const short = (value: number) => i18n.number(value, { decimals: 3 });
  return html`
    ${SLOPE} <span class="role weight">${short(here.weight)} · ${short(here.rest)} ≈ ${short(here.slope)}</span>`;
};

/** The guess that is nearest to the last weight: the weight before the division, a quarter of it, or one half. */
const answer = ({ weights, plain }: Numbers): string => {
  const before = plain.weights.at(-1) ?? Number.NaN;
  return nearestGuess(weights.at(-1) ?? Number.NaN, {
    same: before,
    half: 0.5,
    quarter: before / 4,
  });
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'shares', view: { table: 1, powers: 1 } },
    ...{ worked: (scene) => quotient(scene, false), spoken: spoken('shares') },
  },
  {
    ...{ id: 'raise', state: { scores: [1, 1, 1, 2] }, view: { table: 1, powers: 1, row: 1 } },
    ...{ controls: score, spoken: spoken('raise') },
  },
  { id: 'gaps', view: { gaps: 1 }, controls: score, spoken: spokenGaps },
  {
    ...{ id: 'temperature', state: { temperature: 2 }, view: { table: 1, divided: 1, powers: 1 } },
    ...{ controls: temperature, spoken: spoken('temperature') },
  },
  {
    ...{ id: 'formula', state: { temperature: 2 } },
    view: { table: 1, divided: 1, powers: 1, row: 1 },
    ...{ worked: (scene) => quotient(scene, true), spoken: spoken('formula') },
  },
  {
    ...{ id: 'guess', state: { temperature: 4 } },
    view: { table: 1, divided: 1, weights: 0, unknown: 1 },
    spoken: ({ t }) => t('spoken.guess'),
    question: {
      guesses: ['same', 'half', 'quarter'],
      right: answer,
      outcome: { powers: 1, weights: 1, unknown: 0 },
    },
  },
  {
    ...{ id: 'nudge', view: { curve: 1 }, controls: score },
    ...{ worked: slope, spoken: spokenNudge },
  },
];
