// SPDX-License-Identifier: MIT
// The prediction question about a cycle of six targets, and the check question about other patterns of targets. Both
// train models synchronously.
import { initialState } from '../../state/fields.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Prediction } from '../prediction.ts';
import { trainPointing } from './pointing-trainer.ts';
import { lossText } from './scene.ts';
import { DEFAULT_STEPS, fields, type State } from './state.ts';
import { TARGETS } from './tasks/pointing.ts';

const START = initialState(fields);

/** Losses below this count as 0. */
const NEARLY_NOTHING = 0.05;
/** The loss of a model in which each token has equal weights for all six tokens. */
const EQUAL = Math.log(6);

export const cycle: Prediction<State> = {
  id: 'cycle',
  guesses: ['learns', 'stops', 'nothing'],
  state: {
    ...START,
    ...{ permutation: 'six', tied: 'tied', compare: 'none', steps: DEFAULT_STEPS.pointing },
  },
  measure: (engine, i18n) => {
    const targets = TARGETS.six;
    const [tied, separate] = [true, false].map(
      (isTied) => trainPointing(engine, { targets, isTied }).loss,
    ) as [number, number];
    const isNothing = tied > EQUAL - NEARLY_NOTHING;
    const right = tied < NEARLY_NOTHING ? 'learns' : isNothing ? 'nothing' : 'stops';
    const [loss, other, equal] = [tied, separate, EQUAL].map((x) => lossText({ i18n }, x));
    return { right, numbers: { loss: loss ?? '', separate: other ?? '', equal: equal ?? '' } };
  },
};

/**
 * The cycle lengths of patterns of targets that the lesson does not show. A token that is its own target is a cycle of
 * length one.
 */
const RINGS = [
  [2, 1, 1, 1, 1],
  [2, 2, 1, 1],
  [3, 1, 1, 1],
  [3, 2, 1],
] as const;

interface Pattern extends State {
  /** The index of each token's target token. */
  readonly targets: readonly number[];
}

const NAMES = 'ABCDEF';

/** The cycles of a pattern of targets, as lists of token indices. For example, the cycle A→B→A is [0, 1]. */
function ringsOf(targets: readonly number[]): readonly (readonly number[])[] {
  const seen = new Set<number>();
  return targets.flatMap((_, first) => {
    if (seen.has(first)) return [];
    const ring: number[] = [];
    for (let at = first; !seen.has(at); at = targets[at] ?? first) {
      seen.add(at);
      ring.push(at);
    }
    return [ring];
  });
}

const arrows = (ring: readonly number[]): string =>
  [...ring, ring[0] ?? 0].map((i) => NAMES[i]).join('→');

function drawPattern(draw: () => number): readonly number[] {
  const free = [...NAMES].map((_, i) => i);
  const targets = [...free];
  for (const length of pick(draw, RINGS)) {
    const ring = Array.from({ length }, () => {
      const [one = 0] = free.splice(Math.floor(draw() * free.length), 1);
      return one;
    });
    for (const [i, one] of ring.entries()) targets[one] = ring[(i + 1) % length] ?? one;
  }
  return targets;
}

/**
 * Check question about the lower bound of the loss for another pattern of targets. Each wrong answer corresponds to one
 * misconception.
 */
export const pattern: CheckQuestion<Pattern> = {
  id: 'pattern',
  draw: (seed) => ({ ...START, tied: 'tied', targets: drawPattern(drawsOf(seed)) }),
  words: ({ targets }, i18n) => {
    const rings = ringsOf(targets);
    const losses = rings.map(({ length }) => (length === 1 ? '0' : `${length} · ln ${length}`));
    return { pattern: i18n.list(rings.map(arrows)), sum: losses.join(' + ') };
  },
  answers: (engine, { targets }, i18n) => {
    const right = trainPointing(engine, { targets, isTied: true }).loss;
    const moved = targets.filter((target, i) => target !== i).length;
    const answers = {
      right,
      nothing: 0,
      moved: (right * targets.length) / moved,
      equal: EQUAL,
    };
    return Object.entries(answers).map(([id, x]) => ({
      id,
      text: i18n.number(x, { decimals: 2 }),
    }));
  },
};
