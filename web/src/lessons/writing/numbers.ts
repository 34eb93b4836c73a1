// SPDX-License-Identifier: MIT
// The numbers of the scenes: a text in the model, what comes next, and a tale that the model writes.
import type { Engine, TalesModel, TalesStages } from '../../engine/index.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { once } from '../once.ts';
import measured from './heads.json';
import { lensOf, type Piece, type Said } from './lens.ts';
import { ownModel } from './model.ts';
import { type Candidate, candidates } from './sampling.ts';
import { type Tale, taleOf } from './tale.ts';
import { textField } from './text-field.ts';

const TEXT = '"Good morning," said the wolf. "Where are you going, little';

/** The most tokens of a text that have room in a figure. */
export const MOST_TOKENS = 64;
/** The most tokens that a tale adds to a text. */
export const MOST_DRAWS = 64;
/** Most layers of a model, and most heads of a layer, whose heads have names. */
const MOST_LAYERS = 8;
/** Top-k with this number keeps all tokens, also those of a larger vocabulary. */
export const MOST_TYPES = 2048;
/** The head of the course's model that looks at opening quotation marks: layer 3, head 1. */
export const QUOTATION = 8;
const HALF = 0.5;

/** The name of a head, such as L3H1. Layer and head are counted from 0. */
const nameOf = (layer: number, head: number): string => `L${layer + 1}H${head + 1}`;

const HEADS = Array.from({ length: MOST_LAYERS ** 2 }, (_, i) =>
  nameOf(Math.floor(i / MOST_LAYERS), i % MOST_LAYERS),
);

export const fields = {
  text: textField(TEXT),
  /** The name of the head. The last one if the model has none of this name. */
  head: choiceField(nameOf(2, 0), HEADS),
  /** The token that looks, counted from 1. The last one if there are fewer. */
  place: numberField(MOST_TOKENS, { min: 1, max: MOST_TOKENS }, WHOLE),
  temperature: numberField(1, { min: 0.1, max: 2 }, { step: 0.05 }),
  topK: numberField(MOST_TYPES, { min: 1, max: MOST_TYPES }, { integer: true, scale: 'log' }),
  topP: numberField(1, { min: 0.05, max: 1 }, { step: 0.05 }),
  /** For each token of the tale, which of its possible draws it is: a digit of the base 36. */
  draws: textField('', MOST_DRAWS),
  /** The number of tokens that are written with the cache and without. */
  length: numberField(128, { min: 1, max: 256 }, WHOLE),
};
export type State = StateOf<typeof fields>;

/** Whether top-k or top-p can cut something off. */
export const isCut = ({ topK, topP }: State): boolean => topK < MOST_TYPES || topP < 1;

/** What a head seems to do, as measured on stories that the training has not seen (heads.json). */
const JOBS = [
  ...[undefined, undefined, undefined, undefined],
  ...(['near', 'near', 'previous', 'person'] as const),
  ...(['quotation', 'near', 'word', 'word'] as const),
  ...(['punctuation', undefined, 'near', 'repeat'] as const),
] as const;
export type Job = NonNullable<(typeof JOBS)[number]>;

export interface Head {
  /** Counted from 0. */
  readonly layer: number;
  readonly head: number;
  /** Such as L3H1: layer and head, counted from 1. */
  readonly name: string;
  /** What it does best, the share of its weights that this takes, and the share of equal weights. Undefined if that is unknown. */
  readonly job: { readonly name: Job; readonly share: number; readonly equal: number } | undefined;
  /** By how much the loss rises on the measured stories without the head. Undefined for a model of the reader's. */
  readonly cost: number | undefined;
  /** By how much it rises at marks that close a quotation. */
  readonly closingCost: number | undefined;
}

export interface Numbers {
  readonly isOwn: boolean;
  /** The engine that opens a model of the reader’s. */
  readonly engine: () => Engine;
  readonly pieces: readonly Piece[];
  readonly counts: {
    readonly tokens: number;
    /** Whether the text has more tokens than there is room for. */
    readonly isCut: boolean;
    readonly characters: number;
    readonly vocabulary: number;
    readonly width: number;
    readonly layers: number;
    readonly heads: number;
  };
  /** The rows of the embedding, one for each token. */
  readonly embedded: () => Matrix;
  readonly heads: readonly Head[];
  readonly head: Head;
  /** The place of the token that looks, counted from 0. */
  readonly place: number;
  /** The weights of all tokens in a head, row by row. */
  readonly weights: (head: Head) => readonly number[];
  /** The weights of the token that looks in the chosen head; the largest of them, and its token. */
  readonly row: readonly number[];
  readonly most: { readonly weight: number; readonly to: number };
  /** The loss of the text, with all heads and without the chosen one. */
  readonly losses: () => { readonly whole: number; readonly without: number };
  /** The loss of the measured stories. */
  readonly measuredLoss: number;
  /** The share that the head of quotation marks gives to an opening mark more than 16 tokens before. */
  readonly farQuotation: number;
  /** The last tokens, and what the stream says after them before the first layer and after each one. */
  readonly lens: () => {
    readonly pieces: readonly Piece[];
    readonly rows: readonly (readonly Said[])[];
  };
  /** What the stream of the last token says before the first layer and after each one. */
  readonly said: readonly Said[];
  /** All tokens as the next one, at temperature 1 and as the state says. */
  readonly usual: () => readonly Candidate[];
  readonly next: () => readonly Candidate[];
  /** How many of the likeliest tokens have half of the probability. */
  readonly half: number;
  readonly kept: { readonly count: number; readonly probability: number };
  readonly textOf: (token: number) => string;
  readonly tale: () => Tale;
  readonly cache: {
    readonly length: number;
    /** How many tokens go through the layers in all. */
    readonly withCache: number;
    readonly without: number;
    readonly ratio: number;
    /** The numbers that the cache keeps. */
    readonly kept: number;
    readonly perToken: number;
  };
}

/** The stages of the last texts, because many states share a text. */
const passed = new WeakMap<TalesModel, Map<string, TalesStages>>();
const MOST_PASSED = 8;

function stagesOf(model: TalesModel, tokens: readonly number[]): TalesStages {
  const known = passed.get(model) ?? new Map<string, TalesStages>();
  passed.set(model, known);
  const key = tokens.join();
  const found = known.get(key) ?? model.stages(tokens);
  known.delete(key);
  known.set(key, found);
  for (const old of known.keys()) if (known.size > MOST_PASSED) known.delete(old);
  return found;
}

/** The tokens of a text as it stands in a book: a paragraph begins with a space. An empty text is that space. */
function tokensOf(model: TalesModel, text: string) {
  const most = Math.max(1, Math.min(MOST_TOKENS, model.settings.positions - MOST_DRAWS));
  const all = model.encode(` ${text.trim()}`);
  const tokens = all.length > 0 ? all.slice(0, most) : model.encode(' ');
  return { tokens, isCut: all.length > most };
}

function headsOf(model: TalesModel): readonly Head[] {
  const { layers, heads } = model.settings;
  const isOwn = model === ownModel();
  return Array.from({ length: layers * heads }, (_, i) => {
    const [layer, head] = [Math.floor(i / heads), i % heads];
    const [name, found] = isOwn ? [] : [JOBS[i], measured.heads[i]];
    return {
      ...{ layer, head, name: nameOf(layer, head) },
      ...{ cost: found?.loss, closingCost: found?.closingLoss },
      job: name && found ? { name, share: found[name], equal: measured.base[name] } : undefined,
    };
  });
}

const numbersOf = (state: State, engine: Engine, model: TalesModel): Numbers => {
  const { layers, heads: each, vocabulary, width } = model.settings;
  const { tokens, isCut } = tokensOf(model, state.text);
  const stages = () => stagesOf(model, tokens);
  const pieceOf = (token: number): Piece => ({
    ...{ token, isUnknown: token === 0 },
    text: model.pieces[token] ?? '',
  });
  const pieces = tokens.map(pieceOf);
  const heads = headsOf(model);
  const head = heads.find(({ name }) => name === state.head) ?? (heads.at(-1) as Head);
  const place = Math.min(state.place, tokens.length) - 1;
  const weights = ({ layer, head }: Head): readonly number[] => {
    const { data } = (stages().layers[layer] as TalesStages['layers'][number]).weights;
    const size = data.length / each;
    return [...data.subarray(head * size, (head + 1) * size)];
  };
  const row = once(() =>
    weights(head).slice(place * tokens.length, place * tokens.length + place + 1),
  );
  const text = model.decode(tokens);
  const next = (decoding: Parameters<typeof candidates>[2]) =>
    candidates(engine, stages().logits.data.slice(-vocabulary), decoding, text, model.pieces);
  const topK = state.topK < MOST_TYPES ? state.topK : vocabulary;
  const drawn = once(() => next({ ...state, topK }));
  const lens = once(() => lensOf(engine, model, stages(), pieces));
  const { length } = state;
  const [withCache, without] = [length, (length * (length + 1)) / 2];
  const perToken = 2 * layers * width;
  return {
    isOwn: model === ownModel(),
    engine: () => engine,
    pieces,
    counts: {
      ...{ tokens: tokens.length, isCut, characters: state.text.trim().length },
      ...{ vocabulary, width, layers, heads: layers * each },
    },
    embedded: () => rowsOf(stages().embedded),
    ...{ heads, head, place, weights },
    get row() {
      return row();
    },
    get most() {
      const weight = Math.max(...row());
      return { weight, to: row().indexOf(weight) };
    },
    losses: once(() => ({
      whole: tokens.length > 1 ? model.loss(tokens) : Number.NaN,
      without: tokens.length > 1 ? model.loss(tokens, [head]) : Number.NaN,
    })),
    measuredLoss: measured.loss,
    farQuotation: measured.heads[QUOTATION]?.longQuotation ?? Number.NaN,
    lens,
    get said() {
      return lens().rows.map((row) => row.at(-1) as Said);
    },
    usual: once(() => next({ temperature: 1, topK: vocabulary, topP: 1 })),
    next: drawn,
    get half() {
      let sum = 0;
      const last = drawn().findIndex(({ probability }) => {
        sum += probability;
        return sum >= HALF;
      });
      return last + 1;
    },
    get kept() {
      const kept = drawn().filter(({ share }) => share > 0);
      const probability = kept.reduce((sum, one) => sum + one.probability, 0);
      return { count: kept.length, probability };
    },
    textOf: (token) => model.pieces[token] ?? '',
    tale: once(() => taleOf(engine, model, { ...state, topK, tokens })),
    cache: {
      ...{ length, withCache, without, ratio: without / withCache },
      ...{ kept: perToken * length, perToken },
    },
  };
};

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model: TalesModel | undefined): Numbers {
  if (model === undefined) throw new Error('the page waits for the model');
  // Read anew each time, because the reader can open another model in the same state.
  const known = new Map<TalesModel, Numbers>();
  const current = (): Numbers => {
    const used = ownModel() ?? model;
    const found = known.get(used) ?? numbersOf(state, engine, used);
    known.set(used, found);
    return found;
  };
  const first = current();
  const names = Object.keys(first) as (keyof Numbers)[];
  return Object.defineProperties(
    {},
    Object.fromEntries(
      names.map((name) => [name, { get: () => current()[name], enumerable: true }]),
    ),
  ) as Numbers;
}
