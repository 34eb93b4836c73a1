// SPDX-License-Identifier: MIT
// The guess about a ring, and the question about other patterns: both are trained while the reader clicks.
import { initialState } from '../../state/fields.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Prediction } from '../prediction.ts';
import { trainPointing } from './pointing-trainer.ts';
import { DEFAULT_STEPS, fields, type State } from './state.ts';
import { TARGETS } from './tasks/pointing.ts';
import { lossText } from './words.ts';

const START = initialState(fields);

/** Losses that a reader would call 0, and that of equal weights. */
const NEARLY_NOTHING = 0.05;
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

/** Lengths of the rings of a pattern that the lesson does not show: a token that points to itself is a ring of one. */
const RINGS = [
  [2, 1, 1, 1, 1],
  [2, 2, 1, 1],
  [3, 1, 1, 1],
  [3, 2, 1],
] as const;

interface Pattern extends State {
  /** The token that each token is to point to. */
  readonly targets: readonly number[];
}

const NAMES = 'ABCDEF';

/** The rings of a pattern, "A→B→A". */
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

/** The bound of another pattern; each wrong answer is what one misconception gives. */
export const pattern: CheckQuestion<Pattern> = {
  id: 'pattern',
  draw: (seed) => ({ ...START, tied: 'tied', targets: drawPattern(drawsOf(seed)) }),
  words: ({ targets }, i18n) => ({ pattern: i18n.list(ringsOf(targets).map(arrows)) }),
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
