// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import '../../components/job-progress.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { binder, inRole } from '../bind.ts';
import { renderOwnWords } from '../own-words.ts';
import { fields, type Numbers, type State, type Trainings } from './numbers.ts';
import { type LearningScene, lossText, type Parts, type Texts } from './parts.ts';
import { COURSE, LETTERS } from './pointing.ts';

/** Losses below this count as 0. */
const NEARLY_NOTHING = 0.05;

const steadily = (scene: LearningScene) => binder(fields, scene)('steps');

function training(
  scene: LearningScene,
  { steps, isRunning, isDone, hasFailed, start, pause }: Trainings,
  text: 'run.steps' | 'run.mean' = 'run.steps',
) {
  const { numbers, i18n, t } = scene;
  const all = numbers.list.steps;
  const action = steps > 0 ? 'run.more' : 'run.train';
  return html`
    <al-job-progress .running=${isRunning} .disabled=${isDone} .done=${steps / all}
      .text=${t(text, { steps: i18n.integer(Math.round(steps)), all: i18n.integer(all) })}
      .action=${t(isRunning ? 'run.pause' : isDone ? 'run.done' : action)}
      @al-start=${start} @al-stop=${pause}></al-job-progress>
    ${hasFailed ? html`<p class="hint" role="note">${t('run.failed')}</p>` : nothing}`;
}

const first = (scene: LearningScene) => training(scene, scene.numbers.first);

const LOG = '−ln ';

/** The calculation of the first letter's cost from its weight. */
const cost = (scene: LearningScene) => {
  const { now } = scene.numbers.letters;
  return html`${LOG}${inRole('weight', shareText(scene.i18n, now.onTarget[0]))} = ${lossText(scene, now.costs[0] ?? 0, 2)}`;
};

const [A, B] = LETTERS;

const progress = (scene: LearningScene) => {
  const { now } = scene.numbers.letters;
  return html`
    ${A} → ${B} ${inRole('weight', shareText(scene.i18n, now.onTarget[0]))} · ${scene.t('letters.loss')}
    <strong>${lossText(scene, now.loss)}</strong>`;
};

const spokenLetters =
  (key: 'bands' | 'falls' | 'half') =>
  (scene: LearningScene): string => {
    const { numbers, state, i18n, t } = scene;
    const { before, now, ends, targets } = numbers.letters;
    return t(`spoken.${key}`, {
      weights: i18n.list(
        targets.map(
          (target, i) => `${LETTERS[i]} → ${LETTERS[target]} ${shareText(i18n, now.onTarget[i])}`,
        ),
      ),
      count: state.steps,
      before: lossText(scene, before.loss),
      loss: lossText(scene, now.loss),
      two: lossText(scene, ends.two),
    });
  };

const spokenList = (scene: LearningScene): string => {
  const { numbers, i18n, t } = scene;
  const { symbols, all } = numbers.list;
  const [whole, layer] = numbers.models.map(
    ({ says }) => says.filter(({ isRight }) => isRight).length,
  );
  return t('spoken.list', {
    ...{ symbols: symbols.join(' '), steps: i18n.integer(numbers.first.steps) },
    ...{ whole: whole ?? 0, layer: layer ?? 0, all },
  });
};

const spokenLayers = ({ numbers, i18n, t }: LearningScene): string => {
  const { symbols } = numbers.list;
  const { place, target, first: weights, second } = numbers.copying;
  return t('spoken.layers', {
    ...{
      letter: symbols[place] ?? '',
      place: place + 1,
      to: symbols[target] ?? '',
      target: target + 1,
    },
    second: shareText(i18n, second[target]),
    first: shareText(i18n, weights[target - 1]),
  });
};

const spokenSentence = ({ numbers, i18n, t }: LearningScene): string => {
  const { sentence } = numbers;
  if (sentence === undefined) return i18n.t('status.loading');
  const { words, weights, next } = sentence;
  const [best] = next;
  const to = weights.indexOf(Math.max(...weights));
  return t('spoken.sentence', {
    ...{ sentence: words.join(' '), word: best?.word ?? '', to: words[to] ?? '' },
    share: shareText(i18n, best?.probability),
    weight: shareText(i18n, weights[to]),
  });
};

const spokenWorth = ({ numbers, i18n, t }: LearningScene): string =>
  t('spoken.worth', {
    rows: i18n.list(
      numbers.worth.map(({ name, measured, own }) =>
        i18n.t('list.named', {
          name: t(`worth.${name as 'whole'}`),
          text: shareText(i18n, own ?? measured),
        }),
      ),
    ),
  });

/** The final loss with one matrix: `zero`, `start` (not below the loss of equal weights), or `between`. */
export const answer = ({ letters: { ends, equal } }: Numbers): string => {
  if (ends.one < NEARLY_NOTHING) return 'zero';
  return ends.one > equal - NEARLY_NOTHING ? 'start' : 'between';
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'bands', view: { letters: 1, costs: 1 } },
    ...{ worked: cost, spoken: spokenLetters('bands') },
  },
  {
    ...{ id: 'falls', state: { steps: 1 }, view: { letters: 1, curve: 1 } },
    ...{ worked: progress, controls: steadily, spoken: spokenLetters('falls') },
  },
  {
    ...{ id: 'half', state: { steps: COURSE, matrices: 'one' } },
    view: { letters: 1, bands: 0, curve: 1, unknown: 1 },
    spoken: spokenLetters('half'),
    question: {
      guesses: ['zero', 'between', 'start'],
      right: answer,
      outcome: { bands: 1, one: 1, unknown: 0 },
    },
  },
  { id: 'list', view: { list: 1 }, controls: first, spoken: spokenList },
  {
    ...{ id: 'layers', view: { layers: 1 } },
    ...{ controls: first, spoken: spokenLayers },
  },
  { id: 'sentence', view: { sentence: 1 }, controls: renderOwnWords, spoken: spokenSentence },
  {
    ...{ id: 'worth', view: { worth: 1 }, spoken: spokenWorth },
    controls: (scene) => training(scene, scene.numbers.both, 'run.mean'),
  },
];
