// SPDX-License-Identifier: MIT
// How a token is drawn: temperature, then the k most probable ones, then as many of these as have the share p.
import type { Engine } from '../../engine/index.ts';
import never from '../../engine/tales/never-drawn.json';

export interface Decoding {
  readonly temperature: number;
  readonly topK: number;
  readonly topP: number;
}

export interface Candidate {
  readonly token: number;
  /** Its probability among all tokens, at the temperature. */
  readonly probability: number;
  /** Its probability among those that are kept; 0 if it is not kept. */
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

/** The candidate at a place from 0 to 1 in the shares of all. */
export function drawnAt(list: readonly Candidate[], place: number): Candidate {
  let sum = 0;
  const found = list.find(({ share }) => {
    sum += share;
    return share > 0 && place < sum;
  });
  return found ?? (list.findLast(({ share }) => share > 0) as Candidate) ?? (list[0] as Candidate);
}
