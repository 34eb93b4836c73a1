// SPDX-License-Identifier: MIT
// A tale that the model writes token by token, with the keys and values of the tokens before.
import type { Engine, TalesModel, TalesStages } from '../../engine/index.ts';
import { type Candidate, candidates, type Decoding, drawnAt } from './sampling.ts';

export interface TaleStart extends Decoding {
  readonly tokens: readonly number[];
  readonly draws: string;
}

/** Where a head looked when a token was drawn. */
export interface Look {
  readonly text: string;
  readonly weight: number;
}

export interface Tale {
  /** The texts of the tokens that the model has written. */
  readonly written: readonly string[];
  /** What could have come in place of the last token. Before the first draw, what can come. */
  readonly candidates: readonly Candidate[];
  /** The candidate that was drawn last. Undefined before the first draw. */
  readonly drawn: Candidate | undefined;
  /** For each layer and head: the token that got the largest weight when the last token was drawn. */
  readonly looks: readonly (readonly Look[])[];
}

/** The model before a draw. */
interface Place {
  readonly stages: TalesStages;
  readonly tokens: readonly number[];
  readonly candidates: readonly Candidate[];
}

/** The places of the last tale, by what has led to them, so that one more token is one more pass. */
const places = new WeakMap<TalesModel, Map<string, Place>>();
const MOST_PLACES = 512;
const DIGITS = 36;

/** A number from 0 to 1 for a draw, which depends only on its place in the tale and on its digit. */
function chanceOf(engine: Engine, at: number, draw: number): number {
  const { data } = engine.random({
    ...{ precision: 'float64', shape: [1], seed: at, stream: draw },
    ...{ distribution: 'uniform', mean: 0.5, variance: 1 / 12 },
  } as const);
  return data[0] as number;
}

export function taleOf(engine: Engine, model: TalesModel, start: TaleStart): Tale {
  const { tokens: begun, draws, ...decoding } = start;
  const { temperature, topK, topP } = decoding;
  const known = places.get(model) ?? new Map<string, Place>();
  places.set(model, known);
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
    written: last.tokens.slice(begun.length).map((token) => model.pieces[token] ?? ''),
    candidates: shown.candidates,
    drawn: drawn?.candidate,
    looks: looksOf(model, shown),
  };
}

function looksOf(model: TalesModel, { stages, tokens }: Place): readonly (readonly Look[])[] {
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
