// SPDX-License-Identifier: MIT
// Measures what each head of a tales model attends to in a text, and how much the loss increases without the head.
import type { Engine } from '../../web/src/engine/index.ts';
import { readTalesFile, type TalesFile } from '../../web/src/engine/tales-file.ts';
import { languageModelOf, TalesModel } from '../../web/src/engine/tales-model.ts';

const NEAR = 8;
const LONG = 16;
/** Matches the words for persons in tests/engine/tales/held-out.txt. */
const PERSON =
  /\b(king|queen|prince|princess|man|woman|boy|girl|child|children|father|mother|son|daughter|brother|sister|husband|wife|friend|neighbour|doctor|tradesman|Jimmu|turtle|monkey|ape|jelly-fish|tanuki)s?\b/gi;
const PRONOUN = /^ (he|she|him|her|his)$/i;

interface Quotation {
  readonly opening: number;
  readonly closing: number;
}

interface Text {
  readonly tokens: readonly number[];
  readonly pieces: readonly string[];
  readonly isPerson: readonly boolean[];
  readonly quotations: readonly Quotation[];
}

function textOf({ pieces: vocabulary }: TalesModel, tokens: readonly number[]): Text {
  const pieces = tokens.map((token) => vocabulary[token] as string);
  const isPerson: boolean[] = [];
  const named = [...pieces.join('').matchAll(PERSON)];
  let end = 0;
  for (const piece of pieces) {
    const first = end;
    end += piece.length;
    isPerson.push(named.some(({ index, 0: name }) => index < end && first < index + name.length));
  }
  const quotations: Quotation[] = [];
  let opening: number | undefined;
  pieces.forEach((piece, i) => {
    if (piece === ' "') opening = i;
    else if (piece.includes('"') && opening !== undefined) {
      quotations.push({ opening, closing: i });
      opening = undefined;
    }
  });
  return { tokens, pieces, isPerson, quotations };
}

/** The integers from `first` to `end` − 1 for which `isIn` is true. */
function range(first: number, end: number, isIn: (j: number) => boolean = () => true): number[] {
  const all = Array.from({ length: Math.max(end - first, 0) }, (_, i) => first + i);
  return all.filter(isIn);
}

const around = ({ quotations }: Text, i: number) =>
  quotations.find(({ opening, closing }) => opening < i && i < closing);

const listOf = (place: number | undefined): number[] => (place === undefined ? [] : [place]);

/**
 * For each measure: the positions whose attention weights it adds up, for the token at position `i`. Positions before
 * `start`, the first that the model sees, do not count. A token without such positions is left out of the mean.
 */
const MEASURES = {
  previous: (_, i) => [i - 1],
  near: (_, i, start) => range(Math.max(start, i - NEAR), i),
  /** For a token inside a quotation: the opening quotation mark. */
  quotation: (text, i) => listOf(around(text, i)?.opening),
  longQuotation: (text, i) => listOf(around(text, i)?.opening).filter((j) => i - j > LONG),
  punctuation: ({ pieces }, i, start) =>
    range(start, i + 1, (j) => !/[a-z]/i.test(pieces[j] as string)),
  /** For a pronoun: the earlier words for persons. */
  person: ({ pieces, isPerson }, i, start) =>
    PRONOUN.test(pieces[i] as string) ? range(start, i, (j) => isPerson[j] as boolean) : [],
  /** The earlier tokens of the same word. */
  word: ({ pieces }, i) => {
    let first = i;
    while (/^[a-z]/i.test(pieces[first] as string) && /[a-z]$/i.test(pieces[first - 1] ?? ''))
      first--;
    return range(first, i);
  },
  /** The token after the previous occurrence of the same token. */
  repeat: ({ tokens }, i, start) =>
    range(start, i - 1, (j) => tokens[j] === tokens[i])
      .slice(-1)
      .map((j) => j + 1),
} satisfies Record<string, (text: Text, i: number, start: number) => readonly number[]>;

export type Measure = keyof typeof MEASURES;

/** Mean losses, in nats: of all tokens, and of marks that close a quotation. */
interface Losses {
  loss: number;
  closingLoss: number;
}

type Shares = Record<Measure, number>;

/** The model's losses. For each head: the mean of each measure, and the increase of the losses without the head. */
export interface Heads extends Losses {
  /** The mean of each measure if all visible tokens had the same weight. */
  base: Shares;
  heads: readonly (Shares & Losses)[];
}

const meanOf = (list: readonly number[]): number =>
  list.reduce((sum, one) => sum + one, 0) / list.length;

interface Window {
  readonly start: number;
  readonly length: number;
  /** Shape (layers, heads, n, n), where n is the number of tokens in the window. */
  readonly weights: Float32Array;
  readonly losses: Float32Array;
}

function windowsOf(engine: Engine, file: TalesFile, tokens: readonly number[]): Window[] {
  const model = languageModelOf(engine, file);
  const windows: Window[] = [];
  for (let start = 0; start + 1 < tokens.length; start += file.settings.positions) {
    const targets = tokens.slice(start + 1, start + 1 + file.settings.positions);
    const { length } = targets;
    const of = (data: readonly number[]) => ({ shape: [length], data });
    const { weights, lossRows } = model.stages({
      tokens: of(tokens.slice(start, start + length)),
      ...{ targets: of(targets), counts: of(targets.map(() => 1)) },
    });
    windows.push({
      ...{ start, length, weights: weights.data },
      losses: lossRows?.data as Float32Array,
    });
  }
  model.release();
  return windows;
}

/** A copy of the model file in which a head has no effect, because its rows of W_o are 0. */
function without(file: TalesFile, layer: number, head: number): TalesFile {
  const name = `W_o_${layer}`;
  const { shape, data } = file.parameters[name] as TalesFile['parameters'][string];
  const size = data.length / file.settings.heads;
  const rest = data.slice().fill(0, head * size, (head + 1) * size);
  return { ...file, parameters: { ...file.parameters, [name]: { shape, data: rest } } };
}

function lossesOf({ quotations }: Text, windows: readonly Window[]): Losses {
  const all: number[] = [];
  const closings: number[] = [];
  for (const { start, losses } of windows)
    losses.forEach((loss, at) => {
      const next = start + at + 1;
      all.push(loss);
      if (quotations.some(({ closing }) => closing === next)) closings.push(loss);
    });
  return { loss: meanOf(all), closingLoss: meanOf(closings) };
}

/** The means of the measures: one entry for each head, layer by layer, and a last entry for equal weights. */
function sharesOf(text: Text, windows: readonly Window[], heads: number): Shares[] {
  const rows = Array.from({ length: heads + 1 }, () => ({}) as Shares);
  for (const [name, placesOf] of Object.entries(MEASURES)) {
    const found: number[][] = rows.map(() => []);
    for (const { start, length, weights } of windows)
      for (let at = 1; at < length; at++) {
        const places = placesOf(text, start + at, start).filter((place) => place >= start);
        if (places.length === 0) continue;
        for (let head = 0; head < heads; head++) {
          const row = (head * length + at) * length - start;
          const share = places.reduce((sum, place) => sum + (weights[row + place] as number), 0);
          found[head]?.push(share);
        }
        found[heads]?.push(places.length / (at + 1));
      }
    rows.forEach((row, i) => {
      row[name as Measure] = meanOf(found[i] as number[]);
    });
  }
  return rows;
}

/** Measures the heads of the model in `bytes`, on parts of the text with as many tokens as the model has positions. */
export function measureHeads(engine: Engine, bytes: Uint8Array, words: string): Heads {
  const file = readTalesFile(bytes);
  const { layers, heads } = file.settings;
  const model = new TalesModel(engine, bytes);
  const text = textOf(model, model.encode(words));
  const windows = windowsOf(engine, file, text.tokens);
  const whole = lossesOf(text, windows);
  const shares = sharesOf(text, windows, layers * heads);
  const base = shares.pop() as Shares;
  const rows = shares.map((share, i) => {
    const rest = without(file, Math.floor(i / heads), i % heads);
    const losses = lossesOf(text, windowsOf(engine, rest, text.tokens));
    return {
      ...share,
      loss: losses.loss - whole.loss,
      closingLoss: losses.closingLoss - whole.closingLoss,
    };
  });
  return { ...whole, base, heads: rows };
}
