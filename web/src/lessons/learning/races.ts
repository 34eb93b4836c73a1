// SPDX-License-Identifier: MIT
// Questions that compare two models. The models are trained side by side with the same seed.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import { stepsMade } from './actions.ts';
import { depthOf, harmOf } from './race-answers.ts';
import { type Comparison, DEFAULT_STEPS, PLAIN, SHOWN, type State, switchesOf } from './state.ts';
import './trained-guess.ts';
import { optionName, type Scene, shareText } from './scene.ts';
import type { Trained } from './training/learning.ts';

/**
 * Whether the models on the stage (the figure with its controls) are being trained, or have made the task's default
 * number of steps.
 */
const isUnderWay = ({ state, numbers }: Scene): boolean =>
  numbers.isRunning || stepsMade(numbers) >= DEFAULT_STEPS[state.task];

/**
 * The shares of correct predictions of both models. Undefined if there is only one model, or until the training has
 * ended and they have made at least the task's default number of steps.
 */
function trainedPair(
  { state, numbers }: Scene,
  isFirst: (model: Trained) => boolean,
): readonly [first: number, second: number] | undefined {
  const { models, isRunning } = numbers;
  const share = (model: Trained | undefined) =>
    model && !isRunning && model.steps >= DEFAULT_STEPS[state.task] ? model.right : undefined;
  const first = share(models.find(isFirst));
  const second = share(models.find((model) => !isFirst(model)));
  return first === undefined || second === undefined ? undefined : [first, second];
}

const DEPTH: Partial<State> = {
  ...PLAIN,
  ...SHOWN.repetition,
  task: 'repetition',
  compare: 'layers',
  view: 'loss',
  steps: DEFAULT_STEPS.repetition,
};

/**
 * A sentence about the training progress of the models of a question. If the stage (the figure with its controls) shows
 * other models now, or the reader has paused early, it says that the training was interrupted.
 */
function progress(scene: Scene, isOwn: boolean): string {
  const { numbers, i18n, t, state } = scene;
  if (!isOwn || !isUnderWay(scene)) return t('race.interrupted');
  const [steps, all] = [stepsMade(numbers), DEFAULT_STEPS[state.task]].map((x) => i18n.integer(x));
  return t('race.waiting', { steps: steps ?? '', all: all ?? '' });
}

const guessesOf = ({ t }: Scene, id: 'depth' | 'switch', guesses: readonly string[]) =>
  guesses.map((value) => ({
    value,
    label: (t as (key: string) => string)(`race.${id}.guess.${value}`),
  }));

const isState = (state: State, wanted: Partial<State>, names: readonly (keyof State)[]): boolean =>
  names.every((name) => state[name] === wanted[name]);

/** Renders the question whether repeating a list requires one layer or two. */
export function depthRace(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  const names = ['task', 'compare', 'tied', 'scale', 'positions', 'mask'] as const;
  const isOwn = isState(state, DEPTH, names);
  const found = isOwn ? trainedPair(scene, ({ options }) => options.layers === '1') : undefined;
  const outcome = (guess: string, [one = Number.NaN, two = Number.NaN]: readonly number[]) => {
    const numbers = { one: shareText(scene, one), two: shareText(scene, two) };
    const text = (t as Say)(`race.depth.feedback.${guess}`, numbers);
    return { right: depthOf(one, two), text };
  };
  return html`
    <al-trained-guess data-race="depth" .question=${t('race.depth.question')} .subject=${'depth'}
      .guesses=${guessesOf(scene, 'depth', ['both', 'two', 'neither'])} .found=${found} .outcome=${outcome}
      .isTraining=${isOwn && isUnderWay(scene)} .waiting=${progress(scene, isOwn)}
      @al-commit=${() => set(DEPTH, 'jump')}></al-trained-guess>`;
}

type Say = (key: string, params?: Readonly<Record<string, string>>) => string;
type Switch = Exclude<Comparison, 'none'>;

/** For each option that can be compared, the value in the second model. The first model has the default (`PLAIN`). */
const SWITCHED: Readonly<Record<Switch, string>> = {
  tied: 'tied',
  scale: 'none',
  positions: 'none',
  mask: 'full',
  layers: '1',
  heads: '1',
};

/**
 * The state for the question about the option `compare`, with two models that differ in it. For the pointing task,
 * which has no share of correct predictions, it uses the repetition task instead.
 */
function switchState(state: State, compare: Switch): Partial<State> {
  const task = state.task === 'pointing' ? 'repetition' : state.task;
  return { ...PLAIN, ...SHOWN[task], task, compare, view: 'loss', steps: DEFAULT_STEPS[task] };
}

/**
 * The options that the question offers. For the repetition task, it omits the number of layers, because an earlier
 * question is about this number.
 */
const askedSwitches = (task: State['task']): readonly Switch[] =>
  switchesOf(task).filter((one) => task !== 'repetition' || one !== 'layers');

const chosenSwitch = (compare: Comparison, task: State['task']): Switch =>
  askedSwitches(task).find((one) => one === compare) ?? 'positions';

/** Renders the question how much the chosen option affects the current task. */
export function switchRace(scene: Scene): TemplateResult {
  const { state, i18n, t, set, access } = scene;
  const task = state.task === 'pointing' ? 'repetition' : state.task;
  const compare = state.task === 'pointing' ? 'positions' : chosenSwitch(state.compare, task);
  const wanted = switchState(state, compare);
  const names = Object.keys(PLAIN) as (keyof State)[];
  const nameOf = (one: Switch) => optionName(scene, one, SWITCHED[one] as never);
  const isOwn = isState(state, wanted, [...names, 'task', 'compare']);
  const found = isOwn
    ? trainedPair(scene, ({ options }) => options[compare] !== SWITCHED[compare])
    : undefined;
  const said = t as Say;
  const option = nameOf(compare);
  const outcome = (_: string, [without = Number.NaN, switched = Number.NaN]: readonly number[]) => {
    const numbers = {
      option,
      without: shareText(scene, without),
      switched: shareText(scene, switched),
    };
    const text = said('race.switch.answer', {
      found: said('race.switch.found', numbers),
      why: said(`race.switch.why.${compare}`),
    });
    return { right: harmOf(without, switched), text };
  };
  return html`
    <al-choice field="compare" .label=${t('race.switch.label')} .value=${compare}
      .options=${askedSwitches(task).map((value) => ({ value, label: nameOf(value) }))}
      .disabled=${access.isLocked('compare')}
      @al-value=${({ detail }: CustomEvent<{ value: Switch }>) =>
        set({ ...switchState(state, detail.value), steps: 0 }, 'jump')}></al-choice>
    <al-trained-guess data-race="switch" .subject=${[task, compare, i18n.language].join(' ')}
      .question=${t('race.switch.question', { task: said(`task.${task}`), option })}
      .guesses=${guessesOf(scene, 'switch', ['better', 'same', 'some', 'much'])} .found=${found} .outcome=${outcome}
      .isTraining=${isOwn && isUnderWay(scene)} .waiting=${progress(scene, isOwn)}
      @al-commit=${() => set(wanted, 'jump')}></al-trained-guess>`;
}
