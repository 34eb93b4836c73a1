// SPDX-License-Identifier: MIT
// Questions that two models answer, trained side by side from one seed.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import type { PredictOutcome } from '../../components/predict.ts';
import { stepsMade } from './actions.ts';
import { depthOf, harmOf } from './race-answers.ts';
import { type Comparison, DEFAULT_STEPS, PLAIN, SHOWN, type State, switchesOf } from './state.ts';
import './trained-guess.ts';
import type { Trained } from './training/learning.ts';
import { optionName, type Scene, shareText } from './words.ts';

/** The shares of both models once they have made all steps of the task. */
function trainedPair({ state, numbers }: Pick<Scene, 'state' | 'numbers'>) {
  const [first, second] = numbers.models;
  const isDone = (model: Trained | undefined): model is Trained =>
    model !== undefined &&
    model.steps >= DEFAULT_STEPS[state.task] &&
    model.right !== undefined &&
    !numbers.isRunning;
  return isDone(first) && isDone(second) ? ([first, second] as const) : undefined;
}

const DEPTH: Partial<State> = {
  ...PLAIN,
  ...SHOWN.repetition,
  task: 'repetition',
  compare: 'layers',
  view: 'loss',
  steps: DEFAULT_STEPS.repetition,
};

const progress = ({ numbers, i18n, t, state }: Scene): string =>
  t('race.waiting', {
    steps: i18n.integer(stepsMade(numbers)),
    all: i18n.integer(DEFAULT_STEPS[state.task]),
  });

const guessesOf = ({ t }: Scene, id: 'depth' | 'switch', guesses: readonly string[]) =>
  guesses.map((value) => ({
    value,
    label: (t as (key: string) => string)(`race.${id}.guess.${value}`),
  }));

const isState = (state: State, wanted: Partial<State>, names: readonly (keyof State)[]): boolean =>
  names.every((name) => state[name] === wanted[name]);

/** One layer or two, for a list that repeats itself. */
export function depthRace(scene: Scene): TemplateResult {
  const { state, t, set } = scene;
  const names = ['task', 'compare', 'tied', 'scale', 'positions', 'mask'] as const;
  const pair = isState(state, DEPTH, names) ? trainedPair(scene) : undefined;
  const outcome =
    pair &&
    ((guess: string): PredictOutcome => {
      const share = (layers: string) =>
        pair.find(({ options }) => options.layers === layers)?.right ?? Number.NaN;
      const [one, two] = [share('1'), share('2')];
      const numbers = { one: shareText(scene, one), two: shareText(scene, two) };
      const key = `race.depth.feedback.${guess}`;
      return { right: depthOf(one, two), text: (t as Say)(key, numbers) };
    });
  return html`
    <al-trained-guess data-race="depth" .question=${t('race.depth.question')} .subject=${'depth'}
      .guesses=${guessesOf(scene, 'depth', ['both', 'two', 'neither'])} .outcome=${outcome}
      .waiting=${progress(scene)} @al-commit=${() => set(DEPTH, 'jump')}></al-trained-guess>`;
}

type Say = (key: string, params?: Readonly<Record<string, string>>) => string;
type Switch = Exclude<Comparison, 'none'>;

/** What an option is switched to. */
const SWITCHED: Readonly<Record<Switch, string>> = {
  tied: 'tied',
  scale: 'none',
  positions: 'none',
  mask: 'full',
  layers: '1',
  heads: '1',
};

/** The state in which a switch is put to the test: of pointing, which has no right answers to count, no switch is. */
function switchState(state: State, compare: Switch): Partial<State> {
  const task = state.task === 'pointing' ? 'repetition' : state.task;
  return { ...PLAIN, ...SHOWN[task], task, compare, view: 'loss', steps: DEFAULT_STEPS[task] };
}

const chosenSwitch = ({ task, compare }: State): Switch =>
  task === 'pointing' || compare === 'none' ? 'positions' : compare;

/** What a switch costs the present task. */
export function switchRace(scene: Scene): TemplateResult {
  const { state, t, set, access } = scene;
  const compare = chosenSwitch(state);
  const wanted = switchState(state, compare);
  const names = Object.keys(PLAIN) as (keyof State)[];
  const nameOf = (one: Switch) => optionName(scene, one, SWITCHED[one] as never);
  const pair =
    state.compare === compare && isState(state, wanted, [...names, 'task'])
      ? trainedPair(scene)
      : undefined;
  const said = t as Say;
  const option = nameOf(compare);
  const outcome =
    pair &&
    ((): PredictOutcome => {
      const isSwitched = ({ options }: Trained) => options[compare] === SWITCHED[compare];
      const shareOf = (model: Trained | undefined) => model?.right ?? Number.NaN;
      const [switched, without] = [
        shareOf(pair.find(isSwitched)),
        shareOf(pair.find((model) => !isSwitched(model))),
      ];
      const right = harmOf(without, switched);
      const numbers = {
        option,
        without: shareText(scene, without),
        switched: shareText(scene, switched),
      };
      const text = said('race.switch.answer', {
        found: said('race.switch.found', numbers),
        why: said(`race.switch.why.${compare}`),
      });
      return { right, text };
    });
  const { task } = wanted;
  return html`
    <al-choice field="compare" .label=${t('race.switch.label')} .value=${compare}
      .options=${switchesOf(task ?? 'repetition').map((value) => ({ value, label: nameOf(value) }))}
      .disabled=${access.isLocked('compare')}
      @al-value=${({ detail }: CustomEvent<{ value: Switch }>) =>
        set({ ...switchState(state, detail.value), steps: 0 }, 'jump')}></al-choice>
    <al-trained-guess data-race="switch" .subject=${`${task} ${compare}`}
      .question=${t('race.switch.question', {
        task: said(`task.${task}`),
        option,
      })}
      .guesses=${guessesOf(scene, 'switch', ['better', 'same', 'some', 'much'])} .outcome=${outcome}
      .waiting=${progress(scene)}
      @al-commit=${() => set(wanted, 'jump')}></al-trained-guess>`;
}
