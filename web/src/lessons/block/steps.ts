// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { indexed } from '../../marks/label.ts';
import { binder, wordChoice } from '../bind.ts';
import { fields, type Numbers, type State, type Way } from './compute.ts';
import type { BlockScene, Parts, Texts } from './parts.ts';

const depth = (scene: BlockScene) => binder(fields, scene)('depth');
const size = (scene: BlockScene) => binder(fields, scene)('d');

const words = (scene: BlockScene) => {
  const { stack, removal } = scene.numbers;
  return stack && removal
    ? wordChoice(scene, 'word', scene.t('field.word'), stack.words, removal.index)
    : nothing;
};

const distance = ({ numbers, i18n }: BlockScene, way: Way): string =>
  shareText(i18n, numbers.stack?.after[way].distance);

const length = ({ numbers, i18n }: BlockScene, way: Way): string =>
  i18n.number(numbers.stack?.after[way].length ?? Number.NaN, { decimals: 1 });

/** The formula of RMS norm for a word: its numbers divided by the square root of the mean of their squares. */
const norm = ({ numbers: { removal }, i18n }: BlockScene): string =>
  removal === undefined
    ? ''
    : `x ÷ √((${indexed('x', 0)}² + … + ${indexed('x', removal.width - 1)}²) ÷ ${i18n.number(removal.width)})`;

const counted = ({ numbers: { count }, i18n }: BlockScene) =>
  html`4 · ${i18n.integer(count.d)}² + 8 · ${i18n.integer(count.d)}²`;

/** The part with more parameters. `same` if network ÷ attention is between 0.9 and 1.1. */
const answer = ({ count }: Numbers): string => {
  const ratio = count.network / count.attention;
  if (ratio > 1.1) return 'network';
  return ratio < 0.9 ? 'attention' : 'same';
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'alone', view: { stream: 0, norms: 0, network: 0, alone: 1 } },
    ...{ controls: depth, room: ['slider'] },
    spoken: (scene) =>
      scene.t('spoken.alone', {
        count: scene.numbers.depth,
        distance: distance(scene, 'alone'),
        before: shareText(scene.i18n, scene.numbers.stack?.before.distance),
      }),
  },
  {
    ...{ id: 'residual', view: { norms: 0, network: 0, alone: 0.4, residual: 1 }, controls: depth },
    spoken: (scene) =>
      scene.t('spoken.residual', {
        count: scene.numbers.depth,
        distance: distance(scene, 'residual'),
        alone: distance(scene, 'alone'),
      }),
  },
  {
    id: 'norm',
    view: { network: 0, alone: 0.4, residual: 0.4, norm: 1, lengths: 1 },
    ...{ worked: norm, controls: depth },
    spoken: (scene) =>
      scene.t('spoken.norm', {
        count: scene.numbers.depth,
        length: length(scene, 'norm'),
        before: length(scene, 'residual'),
      }),
  },
  {
    ...{ id: 'network', view: { removal: 1 }, controls: words },
    spoken: (scene) => {
      const { stack, removal } = scene.numbers;
      return scene.t('spoken.network', {
        word: stack?.words[removal?.index ?? 0] ?? '–',
        attention: removal?.changed.attention ?? 0,
        network: removal?.changed.network ?? 0,
      });
    },
  },
  {
    ...{ id: 'guess', view: { matrices: 1, unknown: 1 } },
    spoken: (scene) => scene.t('spoken.guess', { count: scene.numbers.count.attention }),
    question: {
      guesses: ['attention', 'same', 'network'],
      right: answer,
      outcome: { unknown: 0, wide: 1 },
    },
  },
  {
    ...{ id: 'count', view: { matrices: 1, wide: 1, counts: 1 }, worked: counted, controls: size },
    spoken: (scene) =>
      scene.t('spoken.count', {
        count: scene.numbers.count.network,
        share: scene.i18n.percent(scene.numbers.count.shares.network, 1),
      }),
  },
  { id: 'map', view: { map: 1 }, spoken: ({ t }) => t('spoken.map') },
];
