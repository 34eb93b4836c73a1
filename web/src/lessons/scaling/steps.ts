// SPDX-License-Identifier: MIT

import { html } from 'lit';
import { shareText } from '../../i18n/share.ts';
import '../../components/seed-box.ts';
import type { Step } from '../../lesson/define.ts';
import { binder } from '../bind.ts';
import { fields, type Numbers, type State } from './pairs.ts';
import { decimal, type PairsScene, type Parts, type Texts } from './parts.ts';

/** The number of components in the steps about softmax, a usual size in language models. */
const LARGE = 512;
/** The largest number of terms of a sum that is written out. */
const WRITTEN = 8;

const size = (scene: PairsScene) => binder(fields, scene)('d', { label: scene.t('size') });

const another = (scene: PairsScene) => binder(fields, scene)('pair', { next: scene.t('another') });

/** The calculation of the standard deviation of a sum: the root of the sum of its terms' variances, which are all 1. */
function root(scene: PairsScene): string {
  const { d, widths } = scene.numbers;
  const ones = d > WRITTEN ? '' : `√(${Array(d).fill(1).join(' + ')}) = `;
  return `${ones}√${d} = ${decimal(scene, widths[0])}`;
}

const E = 'e';

const lead = (scene: PairsScene) => {
  const { leads, ratios } = scene.numbers.row;
  return html`${E}<sup>${decimal(scene, leads[0], 3)}</sup> = ${decimal(scene, ratios[0], 0)}`;
};

const division = (sign: string, i: 1 | 2) => (scene: PairsScene) => {
  const { d, widths } = scene.numbers;
  return html`${decimal(scene, widths[0])} ÷ ${sign}${d} = ${decimal(scene, widths[i])}`;
};

const largest = ({ numbers, i18n }: PairsScene, i: 0 | 1 | 2): string =>
  shareText(i18n, Math.max(...numbers.row.weights[i]));

const median = ({ numbers, i18n }: PairsScene, i: 0 | 1 | 2): string =>
  i18n.number(numbers.gradients.medians[i], { decimals: 3 });

const spokenPairs = (scene: PairsScene): string => {
  const { d, pairs, measured, widths } = scene.numbers;
  return scene.t('spoken.pairs', {
    ...{ pairs, count: d },
    ...{ measured: decimal(scene, measured), width: decimal(scene, widths[0]) },
  });
};

/** `one` if a key has more than half of the weight, `spread` if the weights differ much, `even` if nearly equal. */
const answer = ({ row }: Numbers): string => {
  const most = Math.max(...row.weights[2]);
  if (most > 0.5) return 'one';
  return most > 1.5 / row.scores.length ? 'spread' : 'even';
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'product', view: { pair: 1, drop: 1 }, controls: another, room: ['button'] },
    spoken: (scene) =>
      scene.t('spoken.product', {
        positive: scene.numbers.positive,
        count: scene.numbers.d,
        score: decimal(scene, scene.numbers.score),
      }),
  },
  { id: 'pairs', view: { pair: 0.4, many: 1 }, worked: root, spoken: spokenPairs },
  {
    ...{ id: 'width', state: { d: 64 }, view: { pair: 0.4, many: 1 } },
    ...{ controls: size, spoken: spokenPairs },
  },
  {
    ...{ id: 'softmax', state: { d: LARGE }, view: { many: 0.6, keys: 1, none: 1, medians: 1 } },
    worked: lead,
    spoken: (scene) =>
      scene.t('spoken.softmax', { largest: largest(scene, 0), median: median(scene, 0) }),
  },
  {
    ...{ id: 'root', state: { d: LARGE } },
    view: { many: 1, keys: 1, divided: 0.5, none: 0.4, root: 1, medians: 1 },
    ...{ worked: division('√', 1), controls: size },
    spoken: (scene) =>
      scene.t('spoken.root', {
        count: scene.numbers.d,
        largest: largest(scene, 1),
        before: largest(scene, 0),
      }),
  },
  {
    ...{ id: 'guess', state: { d: LARGE } },
    view: { many: 0.6, keys: 1, divided: 0.5, none: 0.4, root: 1, unknown: 1, medians: 1 },
    spoken: (scene) => scene.t('spoken.guess', { largest: largest(scene, 1) }),
    question: {
      guesses: ['one', 'spread', 'even'],
      right: answer,
      outcome: { unknown: 0, whole: 1, divided: 1 },
    },
  },
  {
    ...{ id: 'answer', state: { d: LARGE } },
    view: { many: 1, keys: 1, divided: 1, none: 1, root: 1, whole: 1, medians: 1, means: 1 },
    worked: division('', 2),
    spoken: (scene) =>
      scene.t('spoken.answer', {
        largest: largest(scene, 2),
        none: median(scene, 0),
        root: median(scene, 1),
        whole: median(scene, 2),
      }),
  },
];
