// SPDX-License-Identifier: MIT
// The numbers of the scenes: of the letters that look at each other, of the models that continue a list, and of a
// sentence in the trained model.
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

/** The place in the second round of the list whose letter looks, counted from 0. */
const PLACE = 11;

export const fields = {
  /** How many steps of training the letters have made. */
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

/** The letters after some steps of training. One row of weights for each letter that looks. */
function stageOf(course: Course, targets: readonly number[], steps: number) {
  const weights = course.weights(steps);
  const onTarget = weights.map((row, i) => row[targets[i] ?? 0] ?? Number.NaN);
  return {
    /** For each letter, its weight on its target, and minus the logarithm of this weight, whose mean is the loss. */
    ...{ weights, onTarget, loss: course.loss(steps) },
    costs: onTarget.map((weight) => -Math.log(weight)),
  };
}

function lettersOf({ steps, matrices }: State, engine: Engine) {
  const targets = TARGETS.swaps;
  const courses = coursesOf(engine);
  const course = courses[matrices];
  return {
    /** How many numbers training can change, by how much it changes each at first, and the last step. */
    ...{ targets, size: course.size, rate: OPTIMIZER.learningRate, course: COURSE },
    before: stageOf(course, targets, 0),
    now: stageOf(course, targets, steps),
    end: stageOf(course, targets, COURSE),
    ends: { two: courses.two.loss(COURSE), one: courses.one.loss(COURSE) },
    /** The smallest loss that is possible with one matrix, and the loss of equal weights. */
    bound: TIED_BOUNDS.swaps,
    equal: Math.log(targets.length),
    curve: (one: State['matrices'], step: number) => courses[one].loss(step),
  };
}

const symbolOf = (token: number | undefined): string => SYMBOLS[token ?? 0] ?? '';

/** What a model says after each place of the second round of the list, and whether that is right. */
function continuedBy(name: ModelName, progress: Progress, engine: Engine) {
  const { next } = lookOf(progress, engine);
  const says = example.slice(ROUND).map((_, i) => {
    const said = next[ROUND + i];
    return { symbol: symbolOf(said), isRight: said === example[(i + 1) % ROUND] };
  });
  return { name, progress, says };
}

export type Continued = ReturnType<typeof continuedBy>;

/** The look of one letter of the list. All places are counted from 0. */
function copyingOf(engine: Engine) {
  const { weights } = lookOf(first.models[0] as Progress, engine);
  const target = PLACE - ROUND + 1;
  /** The weights of a place in the head of a layer that gives the most to another place. */
  const best = (layer: number, from: number, to: number) =>
    (weights[layer] ?? [])
      .map((head) => head[from] ?? [])
      .reduce((one, other) => ((other[to] ?? 0) > (one[to] ?? 0) ? other : one));
  return {
    /** The target is the place after the letter's first occurrence, which says what follows. */
    ...{ place: PLACE, target },
    /** The weights of the letter in layer 2, and of the target in layer 1, in the head that finds it best. */
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

/** All models: those that are trained already stay as they are. */
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

/** What each idea is worth: the share of right answers without it, as measured in advance, and on this device. */
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

/** The weights of the last word are those in the first head of the first layer. */
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
      /** The letters of a round, those of the alphabet, and the lists of one step. */
      ...{ symbols: example.map(symbolOf), all: ROUND, kinds: SYMBOLS.length },
      ...{ steps: STEPS, batch: BATCH },
    },
    // Read anew each time, because trainings do not derive from the state.
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
    /** Undefined until the model is loaded. */
    sentence: model && known.length > 0 ? sentenceOf(model, known) : undefined,
    ...own,
  };
}

export type Numbers = ReturnType<typeof compute>;
