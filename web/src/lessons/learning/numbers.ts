// SPDX-License-Identifier: MIT
// The numbers of the scenes: of letters that attend to each other, of models that continue a list, and of a sentence in
// the trained model.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { BATCH } from '../../engine/sentences/batches.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { rowsOf } from '../matrix.ts';
import { MOST_WORDS, ownWords, wordsField } from '../words-field.ts';
import { COURSE, type Course, coursesOf, OPTIMIZER, TARGETS, TIED_BOUNDS } from './pointing.ts';
import { lookOf, type Progress } from './training/progress.ts';
import { example, type ModelName, ROUND, STEPS, SYMBOLS } from './training/repetition.ts';
import { FIRST, first, OTHERS, others } from './trainings.ts';
import examples from './words.json';
import worth from './worth.json';

/** The position in the list, counted from 0, of the letter whose weights are shown. There the list repeats itself. */
const PLACE = 11;

export const fields = {
  /** In the scene of the six letters: the number of training steps after which the weights are shown. */
  steps: numberField(0, { min: 0, max: COURSE }, WHOLE),
  matrices: choiceField('two', ['two', 'one']),
  words: wordsField(MOST_WORDS),
};
export type State = StateOf<typeof fields>;

export interface Trainings {
  readonly steps: number;
  readonly isRunning: boolean;
  readonly isDone: boolean;
  readonly hasFailed: boolean;
  readonly start: () => void;
  readonly pause: () => void;
}

/** The results for the letters after `steps` training steps. `weights` has one row for each attending letter. */
function stageOf(course: Course, targets: readonly number[], steps: number) {
  const weights = course.weights(steps);
  const onTarget = weights.map((row, i) => row[targets[i] ?? 0] ?? Number.NaN);
  return {
    /** `onTarget`: each letter's weight for its target. `costs`: −ln of this weight. `loss`: the mean of the costs. */
    ...{ weights, onTarget, loss: course.loss(steps) },
    costs: onTarget.map((weight) => -Math.log(weight)),
  };
}

function lettersOf({ steps, matrices }: State, engine: Engine) {
  const targets = TARGETS.swaps;
  const courses = coursesOf(engine);
  const course = courses[matrices];
  return {
    /** `size`: the number of trained parameters. `rate`: the learning rate. `course`: the number of training steps. */
    ...{ targets, size: course.size, rate: OPTIMIZER.learningRate, course: COURSE },
    before: stageOf(course, targets, 0),
    now: stageOf(course, targets, steps),
    end: stageOf(course, targets, COURSE),
    ends: { two: courses.two.loss(COURSE), one: courses.one.loss(COURSE) },
    /** `bound`: the smallest possible loss with one matrix. `equal`: the loss if all weights are equal. */
    bound: TIED_BOUNDS.swaps,
    equal: Math.log(targets.length),
    curve: (one: State['matrices'], step: number) => courses[one].loss(step),
  };
}

const symbolOf = (token: number | undefined): string => SYMBOLS[token ?? 0] ?? '';

/** A model's prediction after each position of the second round of the list, and whether it is right. */
function continuedBy(name: ModelName, progress: Progress, engine: Engine) {
  const { next } = lookOf(progress, engine);
  const says = example.slice(ROUND).map((_, i) => {
    const said = next[ROUND + i];
    return { symbol: symbolOf(said), isRight: said === example[(i + 1) % ROUND] };
  });
  return { name, progress, says };
}

export type Continued = ReturnType<typeof continuedBy>;

/** The weights of one letter of the list. All positions are counted from 0. */
function copyingOf(engine: Engine) {
  const { weights } = lookOf(first.models[0] as Progress, engine);
  const target = PLACE - ROUND + 1;
  /** The weights of position `from`, in the head of a layer that gives position `to` the largest weight. */
  const best = (layer: number, from: number, to: number) =>
    (weights[layer] ?? [])
      .map((head) => head[from] ?? [])
      .reduce((one, other) => ((other[to] ?? 0) > (one[to] ?? 0) ? other : one));
  return {
    /** The target: the position after the letter's first occurrence, which contains the letter to predict. */
    ...{ place: PLACE, target },
    /** The weights of the letter in layer 2, and of the target in layer 1, each in the best head of the layer. */
    second: best(1, PLACE, target),
    first: best(0, target, target - 1),
  };
}

const firstOf = (engine: Engine): Trainings => ({
  ...{ steps: first.steps, isRunning: first.isRunning, isDone: first.isDone },
  hasFailed: first.hasFailed,
  start: () => first.start(engine),
  pause: () => first.pause(),
});

/** The trainings of all models. Models that are already trained are not trained again. */
function bothOf(engine: Engine): Trainings {
  const runs = [first, others];
  return {
    steps: (FIRST.length * first.steps + OTHERS.length * others.steps) / worthNames.length,
    isRunning: runs.some(({ isRunning }) => isRunning),
    isDone: runs.every(({ isDone }) => isDone),
    hasFailed: runs.some(({ hasFailed }) => hasFailed),
    start: () => {
      for (const run of runs) run.start(engine);
    },
    pause: () => {
      for (const run of runs) run.pause();
    },
  };
}

const worthNames = Object.keys(worth) as ModelName[];

/** The share of right answers of each model: measured in advance (`measured`), and on this device (`own`). */
function worthOf() {
  const names: readonly ModelName[] = [...FIRST, ...OTHERS];
  const models = [...first.models, ...others.models];
  return worthNames.map((name) => {
    const progress = models[names.indexOf(name)];
    return {
      ...{ name, measured: worth[name], own: progress?.right, steps: progress?.steps ?? 0 },
    };
  });
}

/** `weights`: the attention weights of the last word in the first head of the first layer. */
function sentenceOf(model: SentenceModel, words: readonly string[]) {
  const last = rowsOf(model.weights(words), 0).at(-1) ?? [];
  return { words, weights: last, next: model.next(words) };
}

export type Sentence = ReturnType<typeof sentenceOf>;

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const { known, ...own } = ownWords(state.words, model, model && examples[model.language]);
  return {
    letters: lettersOf(state, engine),
    list: {
      /** `symbols`: the letters of the list. `all`: the length of a round. `kinds`: the size of the alphabet. */
      ...{ symbols: example.map(symbolOf), all: ROUND, kinds: SYMBOLS.length },
      ...{ steps: STEPS, batch: BATCH },
    },
    // Getters, because trainings do not derive from the state.
    get models() {
      return FIRST.map((name, i) => continuedBy(name, first.models[i] as Progress, engine));
    },
    get copying() {
      return copyingOf(engine);
    },
    get first() {
      return firstOf(engine);
    },
    get both() {
      return bothOf(engine);
    },
    get worth() {
      return worthOf();
    },
    /** Undefined until the model is loaded, or if it knows none of the words. */
    sentence: model && known.length > 0 ? sentenceOf(model, known) : undefined,
    ...own,
  };
}

export type Numbers = ReturnType<typeof compute>;
