// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import { drawsOf, pick } from '../../lessons/check-question.ts';
import { TAUGHT } from '../taught.ts';
import { answersOf, type ReviewQuestion, word } from './question.ts';

interface Components {
  readonly d: number;
  readonly ofQuery: number;
  readonly ofKey: number;
}

/** Values of d that the lesson does not use. Each is a square, so that √d is an integer. */
const SQUARES = [81, 121, 169, 196, 225, 324, 625, 900];

/** The exact variances of q·k divided by 1, by √d and by d. */
export function variances(engine: Engine, { d, ofQuery, ofKey }: Components): readonly number[] {
  const job = engine.newDotProductMoments({ d, qVariance: ofQuery, kVariance: ofKey });
  try {
    job.advance(1);
    return job.result().scaled.map(({ expected }) => expected.variance);
  } finally {
    job.release();
  }
}

/** Asks what happens to the weights if scores are divided by d instead of √d. */
export const flat: ReviewQuestion<Components> = {
  id: 'flat',
  taught: () => TAUGHT.flat,
  draw: (seed) => ({ d: pick(drawsOf(seed), SQUARES), ofQuery: 1, ofKey: 1 }),
  words: ({ d }, i18n) => ({ d: i18n.integer(d), root: i18n.number(Math.sqrt(d)) }),
  answers(engine, state, i18n) {
    const [none = 0, root = 0, whole = 0] = variances(engine, state);
    const numbers = {
      even: Math.sqrt(whole),
      steady: Math.sqrt(root),
      peaked: Math.sqrt(none),
      variance: whole,
    };
    return answersOf(numbers, (x, id) =>
      word(i18n, `deviation.${id}`, { deviation: i18n.number(x, { digits: 3 }) }),
    );
  },
};

/** Asks for the divisor for which scores have variance 1, if the components have another variance. */
export const divisor: ReviewQuestion<Components> = {
  id: 'divisor',
  taught: () => TAUGHT.variances,
  draw(seed) {
    const draw = drawsOf(seed);
    const [ofQuery, ofKey] = [pick(draw, [4, 9, 0.25]), pick(draw, [4, 16, 2.25])];
    return { d: pick(draw, SQUARES), ofQuery, ofKey };
  },
  words: ({ d, ofQuery, ofKey }, i18n) => ({
    d: i18n.integer(d),
    query: i18n.number(ofQuery),
    key: i18n.number(ofKey),
  }),
  answers(engine, state, i18n) {
    const of = (change: Partial<Components>) => variances(engine, { ...state, ...change })[0] ?? 0;
    const numbers = {
      right: Math.sqrt(of({})),
      unit: Math.sqrt(of({ ofQuery: 1, ofKey: 1 })),
      once: Math.sqrt(of({ ofKey: 1 })),
      variance: of({}),
    };
    return answersOf(numbers, (x) =>
      Number.isInteger(x) ? i18n.integer(x) : i18n.number(x, { digits: 7 }),
    );
  },
};
