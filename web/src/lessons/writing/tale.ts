// SPDX-License-Identifier: MIT
// A tale that the model writes token by token, with cached keys and values of the previous tokens.
import type { Engine, TalesModel, TalesStages } from '../../engine/index.ts';
import never from '../../engine/tales/never-drawn.json';
import { oncePer } from '../once.ts';

export interface Decoding {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
}

export interface Candidate {
  readonly token: number;
  /** The probability among all tokens, at the temperature of `Decoding`. */
  readonly probability: number;
  /** The probability among the tokens that top-k and top-p keep; 0 if this token is not kept. */
  readonly share: number;
}

/** The token for unknown characters. */
const UNKNOWN = 0;
const NEVER = new RegExp(`^(?:${never.join('|')})`, 'i');
const WORD = /[a-z]*$/i;

/** Whether a token would continue the text with the beginning of a word that is never drawn. */
export function isNeverDrawn(text: string, piece: string): boolean {
  const [begun = ''] = WORD.exec(text) ?? [];
  const [first = '', ...others] = piece.split(/[^a-z]+/i);
  return [...(first === '' ? [] : [`${begun}${first}`]), ...others].some((word) =>
    NEVER.test(word),
  );
}

/**
 * All tokens, the most probable first.
 * @param logits  one for each token
 * @param text  the text that a token would continue
 */
export function candidates(
  engine: Engine,
  logits: Float32Array,
  { temperature, topK, topP }: Decoding,
  text: string,
  pieces: readonly string[],
): Candidate[] {
  const { data } = engine.softmax({
    ...{ precision: 'float32', temperature },
    logits: { shape: [1, logits.length], data: logits },
  });
  const order = Array.from(data, (probability, token) => ({ token, probability })).sort(
    (a, b) => b.probability - a.probability,
  );
  let [count, sum] = [0, 0];
  const kept = order.map(({ token, probability }) => {
    const isKept = count < topK && sum < topP;
    if (!isKept || token === UNKNOWN || isNeverDrawn(text, pieces[token] ?? '')) return 0;
    [count, sum] = [count + 1, sum + probability];
    return probability;
  });
  const all = kept.reduce((one, other) => one + other, 0);
  return order.map((one, i) => ({ ...one, share: all > 0 ? (kept[i] as number) / all : 0 }));
}

/** The candidate at `place` in the cumulative shares, which range from 0 to 1. */
export function drawnAt(list: readonly Candidate[], place: number): Candidate {
  let sum = 0;
  const found = list.find(({ share }) => {
    sum += share;
    return share > 0 && place < sum;
  });
  return found ?? (list.findLast(({ share }) => share > 0) as Candidate) ?? (list[0] as Candidate);
}

export interface TaleStart extends Decoding {
  readonly tokens: readonly number[];
  readonly draws: string;
}

/** The state of the model before a draw. */
interface Place {
  readonly stages: TalesStages;
  readonly tokens: readonly number[];
  readonly candidates: readonly Candidate[];
}

/** Cached states by settings, first tokens and draws, so that adding a token to a tale takes only one pass. */
const placesOf = oncePer((_: TalesModel) => new Map<string, Place>());
const MOST_PLACES = 512;
const DIGITS = 36;

/** A random number from 0 to 1, which depends only on the position of the draw in the tale and on its digit. */
function chanceOf(engine: Engine, at: number, draw: number): number {
  const { data } = engine.random({
    ...{ precision: 'float64', shape: [1], seed: at, stream: draw },
    ...{ distribution: 'uniform', mean: 0.5, variance: 1 / 12 },
  } as const);
  return data[0] as number;
}

export function taleOf(engine: Engine, model: TalesModel, start: TaleStart) {
  const { tokens: begun, draws, ...decoding } = start;
  const { temperature, topK, topP } = decoding;
  const known = placesOf(model);
  if (known.size > MOST_PLACES) known.clear();
  const { vocabulary, positions } = model.settings;
  const placeOf = (key: string, tokens: readonly number[], past?: TalesStages): Place => {
    const found = known.get(key);
    if (found) return found;
    const stages = model.stages(past ? tokens.slice(-1) : tokens, [], past);
    const logits = stages.logits.data.slice(-vocabulary);
    const list = candidates(engine, logits, decoding, model.decode(tokens), model.pieces);
    const place = { stages, tokens, candidates: list };
    known.set(key, place);
    return place;
  };
  let key = `${[temperature, topK, topP]} ${begun}`;
  let last = placeOf(key, begun);
  let drawn: { readonly from: Place; readonly candidate: Candidate } | undefined;
  for (const [i, digit] of [...draws].entries()) {
    if (last.tokens.length >= positions) break;
    const chance = chanceOf(engine, i, Number.parseInt(digit, DIGITS) || 0);
    const candidate = drawnAt(last.candidates, chance);
    drawn = { from: last, candidate };
    key += ` ${digit}`;
    last = placeOf(key, [...last.tokens, candidate.token], last.stages);
  }
  const shown = drawn?.from ?? last;
  return {
    /** The texts of the tokens that the model has written. */
    written: last.tokens.slice(begun.length).map((token) => model.pieces[token] ?? ''),
    /** The candidates for the last token; before the first draw, for the next token. */
    candidates: shown.candidates,
    /** The candidate that was drawn last. Undefined before the first draw. */
    drawn: drawn?.candidate,
    looks: looksOf(model, shown),
  };
}

export type Tale = ReturnType<typeof taleOf>;

/** For each layer and head, the token with the largest weight when the last token was drawn. */
function looksOf(model: TalesModel, { stages, tokens }: Place) {
  const { heads } = model.settings;
  return stages.layers.map(({ weights: { data } }) =>
    Array.from({ length: heads }, (_, head) => {
      const end = ((head + 1) * data.length) / heads;
      const row = data.subarray(end - tokens.length, end);
      const weight = row.reduce((one, other) => Math.max(one, other), 0);
      return { text: model.pieces[tokens[row.indexOf(weight)] as number] ?? '', weight };
    }),
  );
}
