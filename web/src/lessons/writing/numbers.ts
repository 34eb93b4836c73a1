// SPDX-License-Identifier: MIT
// The numbers of the scenes: a text in the model, its next token, and a tale that the model writes.
import type { Engine, TalesModel, TalesStages } from '../../engine/index.ts';
import { choiceField, type Field, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { rowsOf } from '../matrix.ts';
import { lastPer, once } from '../once.ts';
import measured from './heads.json';
import { ownModel } from './model.ts';
import { candidates, taleOf } from './tale.ts';

export const MOST_CHARACTERS = 240;

function textField(initial: string, longest = MOST_CHARACTERS): Field<string> {
  const within = (text: string) => [...text].slice(0, longest).join('');
  return {
    initial,
    read(text) {
      const value = within(text);
      return value === text ? { value } : { value, problem: 'too-long' };
    },
    write: (text) => text,
    within,
    between: (_from, to) => to,
    control: undefined,
  };
}

export interface Piece {
  readonly token: number;
  readonly text: string;
  readonly isUnknown: boolean;
}

/** The most probable next token at a position, and its probability. */
export interface Said {
  readonly text: string;
  readonly probability: number;
}

/** The number of tokens that the logit lens shows. */
const LENS = 9;

export function lensOf(
  engine: Engine,
  model: TalesModel,
  { embedded, layers }: TalesStages,
  pieces: readonly Piece[],
) {
  const shown = pieces.slice(-LENS);
  const rows = [embedded, ...layers.map(({ stream }) => stream)].map(({ shape, data }) => {
    const width = shape[1] ?? 0;
    const last = { shape: [shown.length, width], data: data.slice(-shown.length * width) };
    const { data: all } = engine.softmax({ precision: 'float32', logits: model.logits(last) });
    const size = all.length / shown.length;
    return shown.map((_, i): Said => {
      const row = all.subarray(i * size, (i + 1) * size);
      const probability = row.reduce((one, other) => Math.max(one, other), 0);
      return { text: model.pieces[row.indexOf(probability)] ?? '', probability };
    });
  });
  return { pieces: shown, rows };
}

const TEXT = '"Good morning," said the wolf. "Where are you going, little';

/** The maximum number of tokens of a text that fit into a figure. */
export const MOST_TOKENS = 64;
/** The maximum number of tokens that a tale adds to a text. */
export const MOST_DRAWS = 64;
/** The maximum numbers of layers and of heads per layer for which heads have names. */
const MOST_LAYERS = 8;
/** The largest value of top-k. It keeps all tokens, even if the vocabulary is larger. */
export const MOST_TYPES = 2048;
/** The index of the head that attends to opening quotation marks in the course's model: layer 3, head 1. */
export const QUOTATION = 8;
const HALF = 0.5;

/** The name of a head: L3H1 for layer 2 and head 0. The parameters count from 0, the name counts from 1. */
const nameOf = (layer: number, head: number): string => `L${layer + 1}H${head + 1}`;

const HEADS = Array.from({ length: MOST_LAYERS ** 2 }, (_, i) =>
  nameOf(Math.floor(i / MOST_LAYERS), i % MOST_LAYERS),
);

export const fields = {
  text: textField(TEXT),
  /** The name of the chosen head. If the model has no head of this name, the last head is chosen. */
  head: choiceField(nameOf(2, 0), HEADS),
  /** The number of the chosen token, counted from 1. If there are fewer tokens, the last one is chosen. */
  place: numberField(MOST_TOKENS, { min: 1, max: MOST_TOKENS }, WHOLE),
  // Not interpolated in animations, because each value would write another tale.
  temperature: numberField(1, { min: 0.1, max: 2 }, { step: 0.05, jumps: true }),
  topK: numberField(
    MOST_TYPES,
    { min: 1, max: MOST_TYPES },
    { integer: true, scale: 'log', jumps: true },
  ),
  topP: numberField(1, { min: 0.05, max: 1 }, { step: 0.05, jumps: true }),
  /** For each token of the tale, a digit in base 36 that selects one of 36 random draws. */
  draws: textField('', MOST_DRAWS),
  /** The number of tokens for which the costs with and without a cache are compared. */
  length: numberField(128, { min: 1, max: 256 }, WHOLE),
};
export type State = StateOf<typeof fields>;

/** Whether top-k or top-p can exclude tokens. */
export const isCut = ({ topK, topP }: State): boolean => topK < MOST_TYPES || topP < 1;

/** The job of each head, as measured on stories that the training has not seen (heads.json). */
const JOBS = [
  ...[undefined, undefined, undefined, undefined],
  ...(['near', 'near', 'previous', 'person'] as const),
  ...(['quotation', 'near', 'word', 'word'] as const),
  ...(['punctuation', undefined, 'near', 'repeat'] as const),
] as const;

/** Cached for the last texts, because many states have the same text. */
const stagesOf = lastPer(
  8,
  (tokens) => tokens.join(),
  (model: TalesModel, tokens: readonly number[]) => model.stages(tokens),
);

/** Encodes a text as a paragraph, which begins with a space in the training texts. An empty text becomes a space. */
function tokensOf(model: TalesModel, text: string) {
  const most = Math.max(1, Math.min(MOST_TOKENS, model.settings.positions - MOST_DRAWS));
  const all = model.encode(` ${text.trim()}`);
  const tokens = all.length > 0 ? all.slice(0, most) : model.encode(' ');
  return { tokens, isCut: all.length > most };
}

function headsOf(model: TalesModel) {
  const { layers, heads } = model.settings;
  const isOwn = model === ownModel();
  return Array.from({ length: layers * heads }, (_, i) => {
    const [layer, head] = [Math.floor(i / heads), i % heads];
    const [name, found] = isOwn ? [] : [JOBS[i], measured.heads[i]];
    return {
      /** `layer` and `head` count from 0. `name`, such as L3H1, counts from 1. */
      ...{ layer, head, name: nameOf(layer, head) },
      /** The rise of the loss without the head on unseen stories: of all tokens, and of closing quotation marks. */
      ...{ cost: found?.loss, closingCost: found?.closingLoss },
      /** The head's job, the share of its weights for this job, and the share if all its weights were equal. */
      job: name && found ? { name, share: found[name], equal: measured.base[name] } : undefined,
    };
  });
}

export type Head = ReturnType<typeof headsOf>[number];

const numbersOf = (state: State, engine: Engine, model: TalesModel) => {
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
    /** The engine, which opens the reader's own model. */
    engine: () => engine,
    pieces,
    counts: {
      /** `isCut`: whether the text has more tokens than the figure can show. */
      ...{ tokens: tokens.length, isCut, characters: state.text.trim().length },
      ...{ vocabulary, width, layers, heads: layers * each },
    },
    /** The rows of the embedding, one for each token. */
    embedded: () => rowsOf(stages().embedded),
    /** `place` is the index of the chosen token. `weights` returns all weights of a head, row by row. */
    ...{ heads, head, place, weights },
    /** The chosen token's weights in the chosen head; the largest of them (`most`), and the index of its token. */
    get row() {
      return row();
    },
    get most() {
      const weight = Math.max(...row());
      return { weight, to: row().indexOf(weight) };
    },
    /** The loss of the text: with all heads, and without the chosen head. NaN for a text of one token. */
    losses: once(() => ({
      whole: tokens.length > 1 ? model.loss(tokens) : Number.NaN,
      without: tokens.length > 1 ? model.loss(tokens, [head]) : Number.NaN,
    })),
    /** The loss on the stories on which the heads were measured (heads.json). */
    measuredLoss: measured.loss,
    /** The head `QUOTATION`: the weight from tokens in a quotation to its opening mark, more than 16 tokens before. */
    farQuotation: measured.heads[QUOTATION]?.longQuotation ?? Number.NaN,
    /** `rows`: for each of the last tokens, the most probable next token before the first and after each layer. */
    lens,
    /** For the last token: the most probable next token before the first layer and after each layer. */
    get said() {
      return lens().rows.map((row) => row.at(-1) as Said);
    },
    /** All tokens as candidates for the next token, at temperature 1 without top-k and top-p. */
    usual: once(() => next({ temperature: 1, topK: vocabulary, topP: 1 })),
    /** All tokens as candidates for the next token, with the settings of the state. */
    next: drawn,
    /** The smallest number of most probable tokens whose probabilities sum to at least 1/2. */
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
    textOf: (token: number) => model.pieces[token] ?? '',
    tale: once(() => taleOf(engine, model, { ...state, topK, tokens })),
    cache: {
      /** `withCache`, `without`: the total number of tokens that pass through the layers. */
      ...{ length, withCache, without, ratio: without / withCache },
      /** The number of values in the cache: in total, and per token. */
      ...{ kept: perToken * length, perToken },
    },
  };
};

export type Numbers = ReturnType<typeof numbersOf>;

export function compute(state: State, engine: Engine, model: TalesModel | undefined): Numbers {
  if (model === undefined) throw new Error('the page waits for the model');
  // Each number is computed at access, because the reader can open another model while the state remains the same.
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
