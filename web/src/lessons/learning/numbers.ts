// SPDX-License-Identifier: MIT
// The numbers of the scenes: of the letters that look at each other, of the models that continue a list, and of a
// sentence in the trained model.
import type { Engine, NextWord, SentenceModel } from '../../engine/index.ts';
import { BATCH } from '../../engine/sentences/batches.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { MOST_WORDS, type OwnWords, ownWords, wordsField } from '../words-field.ts';
import { COURSE, type Course, courseOf } from './courses.ts';
import { TARGETS, TIED_BOUNDS } from './pointing.ts';
import { OPTIMIZER } from './pointing-trainer.ts';
import { type ModelName, STEPS } from './training/models.ts';
import { lookOf, type Progress } from './training/progress.ts';
import { example, ROUND, SYMBOLS } from './training/repetition.ts';
import { FIRST, first, OTHERS, others } from './trainings.ts';
import examples from './words.json';
import worth from './worth.json';

/** The most words of a sentence that the figure can show. */
/** The place in the second round of the list whose letter looks, counted from 0. */
const PLACE = 11;

export const fields = {
  /** How many steps of training the letters have made. */
  steps: numberField(0, { min: 0, max: COURSE }, WHOLE),
  matrices: choiceField('two', ['two', 'one']),
  words: wordsField(MOST_WORDS),
};
export type State = StateOf<typeof fields>;

/** The letters after some steps of training. */
export interface Stage {
  /** One row for each letter that looks. */
  readonly weights: Matrix;
  /** For each letter, its weight on its target, and minus the logarithm of this weight. */
  readonly onTarget: readonly number[];
  readonly costs: readonly number[];
  /** The mean of the costs. */
  readonly loss: number;
}

export interface Letters {
  readonly targets: readonly number[];
  readonly before: Stage;
  readonly now: Stage;
  /** How many numbers training can change, and by how much it changes each at first. */
  readonly size: number;
  readonly rate: number;
  /** The last step, the letters after it, and both losses. */
  readonly course: number;
  readonly end: Stage;
  readonly ends: { readonly two: number; readonly one: number };
  /** The smallest loss that is possible with one matrix, and the loss of equal weights. */
  readonly bound: number;
  readonly equal: number;
  readonly curve: (matrices: State['matrices'], steps: number) => number;
}

/** A model that continues the list. */
export interface Continued {
  readonly name: ModelName;
  readonly progress: Progress;
  /** What it says after each place of the second round, and whether that is right. */
  readonly says: readonly { readonly symbol: string; readonly isRight: boolean }[];
}

/** The look of one letter of the list. All places are counted from 0. */
export interface Copying {
  readonly place: number;
  /** The place after the letter's first occurrence, which says what follows. */
  readonly target: number;
  /** The weights of the letter in layer 2, and of the target in layer 1, in the head that finds it best. */
  readonly second: readonly number[];
  readonly first: readonly number[];
}

export interface Trainings {
  readonly steps: number;
  readonly isRunning: boolean;
  readonly isDone: boolean;
  readonly hasFailed: boolean;
  readonly start: () => void;
  readonly pause: () => void;
}

/** What an idea is worth: the share of right answers without it. */
export interface Worth {
  readonly name: ModelName;
  /** As measured in advance, and on this device after `steps` steps. */
  readonly measured: number;
  readonly own: number | undefined;
  readonly steps: number;
}

export interface Sentence {
  readonly words: readonly string[];
  /** The weights of the last word in the first head of the first layer. */
  readonly weights: readonly number[];
  readonly next: readonly NextWord[];
}

export interface Numbers extends OwnWords {
  readonly letters: Letters;
  readonly list: {
    readonly symbols: readonly string[];
    /** The letters of a round, and those of the alphabet. */
    readonly all: number;
    readonly kinds: number;
    readonly steps: number;
    /** The lists of one step. */
    readonly batch: number;
  };
  /** Read anew each time, because trainings do not derive from the state. */
  readonly models: readonly Continued[];
  readonly copying: Copying;
  readonly first: Trainings;
  readonly both: Trainings;
  readonly worth: readonly Worth[];
  /** Undefined until the model is loaded. */
  readonly sentence: Sentence | undefined;
}

function stageOf(course: Course, targets: readonly number[], steps: number): Stage {
  const weights = course.weights(steps);
  const onTarget = weights.map((row, i) => row[targets[i] ?? 0] ?? Number.NaN);
  return {
    ...{ weights, onTarget, loss: course.loss(steps) },
    costs: onTarget.map((weight) => -Math.log(weight)),
  };
}

function lettersOf({ steps, matrices }: State, engine: Engine): Letters {
  const targets = TARGETS.swaps;
  const courses = { two: courseOf(engine, false), one: courseOf(engine, true) };
  const course = courses[matrices];
  return {
    ...{ targets, size: course.size, rate: OPTIMIZER.learningRate, course: COURSE },
    before: stageOf(course, targets, 0),
    now: stageOf(course, targets, steps),
    end: stageOf(course, targets, COURSE),
    ends: { two: courses.two.loss(COURSE), one: courses.one.loss(COURSE) },
    bound: TIED_BOUNDS.swaps,
    equal: Math.log(targets.length),
    curve: (one, step) => courses[one].loss(step),
  };
}

const symbolOf = (token: number | undefined): string => SYMBOLS[token ?? 0] ?? '';

function continuedBy(name: ModelName, progress: Progress, engine: Engine): Continued {
  const { next } = lookOf(progress, engine);
  const says = example.slice(ROUND).map((_, i) => {
    const said = next[ROUND + i];
    return { symbol: symbolOf(said), isRight: said === example[(i + 1) % ROUND] };
  });
  return { name, progress, says };
}

function copyingOf(engine: Engine): Copying {
  const { weights } = lookOf(first.models[0] as Progress, engine);
  const target = PLACE - ROUND + 1;
  /** The weights of a place in the head of a layer that gives the most to another place. */
  const best = (layer: number, from: number, to: number) =>
    (weights[layer] ?? [])
      .map((head) => head[from] ?? [])
      .reduce((one, other) => ((other[to] ?? 0) > (one[to] ?? 0) ? other : one));
  return {
    ...{ place: PLACE, target },
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

function worthOf(): readonly Worth[] {
  const names: readonly ModelName[] = [...FIRST, ...OTHERS];
  const models = [...first.models, ...others.models];
  return worthNames.map((name) => {
    const progress = models[names.indexOf(name)];
    return {
      ...{ name, measured: worth[name], own: progress?.right, steps: progress?.steps ?? 0 },
    };
  });
}

function sentenceOf(model: SentenceModel, words: readonly string[]): Sentence {
  const last = rowsOf(model.weights(words), 0).at(-1) ?? [];
  return { words, weights: last, next: model.next(words) };
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
  const { known, ...own } = ownWords(state.words, model, model && examples[model.language]);
  return {
    letters: lettersOf(state, engine),
    list: {
      ...{ symbols: example.map(symbolOf), all: ROUND, kinds: SYMBOLS.length },
      ...{ steps: STEPS, batch: BATCH },
    },
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
    sentence: model && known.length > 0 ? sentenceOf(model, known) : undefined,
    ...own,
  };
}
