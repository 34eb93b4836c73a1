// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { nearestGuess } from '../../lesson/nearest-guess.ts';
import { binder, inRole, wordChoice } from '../bind.ts';
import { renderOwnWords } from '../own-words.ts';
import { type Parts, powerText, type SightScene, scoreText, type Texts } from './parts.ts';
import { fields, type Numbers, type Sight, type State } from './sight.ts';

const looking = (scene: SightScene) => {
  const { sight } = scene.numbers;
  return sight
    ? wordChoice(scene, 'row', scene.t('field.row'), sight.words, sight.row.from)
    : nothing;
};

const constant = (scene: SightScene) => {
  const bind = binder(fields, scene);
  return html`${bind('fill')} ${bind('lowered')}`;
};

const rule = (scene: SightScene) => binder(fields, scene)('rule');

/** The calculation of the largest weight in the chosen row, as a quotient of powers of e. */
function quotient(scene: SightScene) {
  const { sight } = scene.numbers;
  if (sight === undefined) return nothing;
  const { powers, weights, from } = sight.row;
  const seen = powers.slice(0, from + 1);
  const most = weights.indexOf(Math.max(...weights));
  return html`
    ${inRole('score', powerText(scene, powers[most]))} ÷ (${seen.map((one, i) => html`${i > 0 ? ' + ' : ''}${powerText(scene, one)}`)})
    = ${inRole('weight', shareText(scene.i18n, weights[most]))}`;
}

const compared = (scene: SightScene) => {
  const { sight } = scene.numbers;
  if (sight === undefined) return nothing;
  const { largest, constant: filled } = sight.leak;
  const sign = filled < largest ? '>' : filled > largest ? '<' : '=';
  return html`
    ${scene.t('worked.largest')} ${inRole('score', scoreText(scene, largest))} ${sign} ${scene.t('worked.constant')}
    ${inRole('score', scoreText(scene, filled))}`;
};

/** Returns a function that describes the model's sentence, or says that the model knows none of the words. */
const about =
  (tell: (scene: SightScene, sight: Sight) => string) =>
  (scene: SightScene): string =>
    scene.numbers.sight === undefined ? scene.t('words.none') : tell(scene, scene.numbers.sight);

const wordOf = ({ words, row }: Sight): string => words[row.from] ?? '';

const spokenPredict = about(({ t, i18n }, { words, next }) => {
  const most = next.indexOf(Math.max(...next));
  return t('spoken.predict', {
    count: next.length,
    read: words[most] ?? '',
    word: words[most + 1] ?? '',
    chance: shareText(i18n, next[most]),
  });
});

const spokenLater = about(({ t, i18n }, sight) =>
  t('spoken.visible', {
    word: wordOf(sight),
    later: shareText(i18n, sight.later[sight.row.from]),
  }),
);

const spokenRow = about(({ t, i18n }, sight) =>
  t('spoken.before', {
    word: wordOf(sight),
    weights: i18n.list(
      sight.row.weights.slice(0, sight.row.from + 1).map((one) => shareText(i18n, one)),
    ),
    left: shareText(i18n, sight.row.left),
  }),
);

const spokenLeak = about((scene, sight) =>
  scene.t('spoken.leak', {
    word: wordOf(sight),
    largest: scoreText(scene, sight.leak.largest),
    constant: scoreText(scene, sight.leak.constant),
    hidden: shareText(scene.i18n, sight.leak.hidden[sight.row.from]),
  }),
);

const spokenPadding =
  (key: 'padding' | 'answer') =>
  ({ numbers: { padded }, state, t }: SightScene): string =>
    padded === undefined
      ? t('words.none')
      : t(`spoken.${key}`, {
          length: padded.length,
          pads: padded.pads,
          rule: t(`outcome.${state.rule}`),
        });

/** The first word's weight for itself with the mask: as without a mask (`same`), an equal share (`even`), or `all`. */
const alone = ({ sight }: Numbers): string => {
  if (sight === undefined) return 'all';
  const of = (rows: Sight['open']) => rows[0]?.[0] ?? Number.NaN;
  return nearestGuess(of(sight.masked), {
    same: of(sight.open),
    even: 1 / sight.words.length,
    all: 1,
  });
};

/** The weights of a row in which the same constant replaces all scores: NaN, zeros, or equal weights. */
const nobody = ({ padded }: Numbers): string => {
  const [first = Number.NaN] = padded?.filled[0] ?? [1];
  if (Number.isNaN(first)) return 'nan';
  return first === 0 ? 'zeros' : 'even';
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'predict', view: { words: 1 } },
    ...{ controls: renderOwnWords, room: ['details'], spoken: spokenPredict },
  },
  { id: 'visible', view: { open: 1, ahead: 1 }, controls: looking, spoken: spokenLater },
  {
    ...{
      id: 'hide',
      view: { masked: 1, back: 1, first: 0, unknown: 1 },
      spoken: ({ t }) => t('spoken.hide'),
    },
    question: {
      guesses: ['same', 'even', 'all'],
      right: alone,
      outcome: { first: 1, unknown: 0 },
    },
  },
  {
    ...{ id: 'before', view: { masked: 0.45, row: 1 } },
    ...{ worked: quotient, controls: looking, spoken: spokenRow },
  },
  {
    ...{ id: 'leak', view: { leak: 1, constants: 1 } },
    ...{ worked: compared, controls: constant, spoken: spokenLeak },
  },
  {
    ...{
      id: 'padding',
      view: { padded: 1, unknown: 1, batch: 1 },
      spoken: spokenPadding('padding'),
    },
    question: {
      guesses: ['zeros', 'even', 'same', 'nan'],
      right: nobody,
      outcome: { equal: 1, unknown: 0 },
    },
  },
  {
    ...{ id: 'answer', view: { ruled: 1, batch: 1 } },
    ...{ controls: rule, spoken: spokenPadding('answer') },
  },
];
