// SPDX-License-Identifier: MIT
// Experiments on claims about trained score functions. Each experiment takes several seconds.
import type { Engine } from '../../engine/index.ts';
import { claim, inTurn, probe, type Run, reach, shown } from '../experiment.ts';
import { momentsOf } from '../matrix.ts';
import { EXAMPLE, with_ } from './compute.ts';
import {
  builtParameters,
  drawExamples,
  ENTRIES,
  EXAMPLES,
  initialLosses,
  judge,
  NUM_KEYS,
  RATES,
  type Score,
  type Trial,
  train,
} from './retrieval.ts';

/** The loss if all keys have equal weights. */
const CHANCE = Math.log(NUM_KEYS);

const SEEDS = [1, 2, 3, 4, 5];
/**
 * Number of standard errors in a tolerance. The mean of five samples differs from the true mean by less than this with
 * a probability of 99 % (Student's t, 4 degrees of freedom).
 */
const STUDENT = 4.604;

type Entry = (typeof ENTRIES)[number]['id'];
interface Wanted {
  readonly entry: Entry;
  readonly d: number;
}

const LARGE = 64;
/** The models to train with each seed. */
const COMPARED: readonly Wanted[] = [16, LARGE].flatMap((d) =>
  (['bias', 'small'] as const).map((entry) => ({ entry, d })),
);
/** The models to train once: two that do not get better than guessing, and one whose training diverges. */
const ONCE: readonly Wanted[] = [
  ...[16, LARGE].map((d) => ({ entry: 'bare', d }) as const),
  { entry: 'large', d: LARGE },
];
const keyOf = ({ entry, d }: Wanted) => `${entry}${d}`;

/** Trains the models of `ONCE` once, and those of `COMPARED` with each seed. Returns undefined after an abort. */
async function trainAll(engine: Engine, { signal, onProgress }: Run) {
  const jobs = [
    ...ONCE.map((wanted) => ({ ...wanted, seed: 1 })),
    ...COMPARED.flatMap((wanted) => SEEDS.map((seed) => ({ ...wanted, seed }))),
  ];
  const found = new Map<string, Trial[]>();
  for (const [i, { entry, d, seed }] of jobs.entries()) {
    const { score, rate } = ENTRIES.find(({ id }) => id === entry) ?? ENTRIES[0];
    const trial = await train(engine, { score, d, seed }, rate, signal);
    if (trial === undefined) return undefined;
    const key = keyOf({ entry, d });
    found.set(key, [...(found.get(key) ?? []), trial]);
    onProgress((i + 1) / jobs.length);
  }
  return found;
}

/** The mean of a statistic over several trained models, and its standard error. */
function summary(engine: Engine, trials: readonly Trial[] = [], of: (trial: Trial) => number) {
  const data = trials.map(of);
  const { mean, deviation } = momentsOf(engine, data);
  return { mean, error: deviation / Math.sqrt(Math.max(data.length - 1, 1)) };
}

/** The standard error of a share that is measured with the test examples. */
const errorOfShare = (share: number) => Math.sqrt((share * (1 - share)) / EXAMPLES.test);

const accuracyOf = ({ accuracy }: Trial) => accuracy;
const logLossOf = ({ loss }: Trial) => Math.log(loss);

const learn = {
  isLong: true,
  ...probe(EXAMPLE, async (engine, run) => {
    const trials = await trainAll(engine, run);
    if (trials === undefined) return undefined;
    const at = (entry: Entry, d: number, of = accuracyOf) =>
      summary(engine, trials.get(keyOf({ entry, d })), of);
    const room = (one: { error: number }, other: { error: number }) =>
      STUDENT * Math.hypot(one.error, other.error);
    const [few, fewMul] = [at('bias', 16), at('small', 16)];
    const [many, manyMul] = [at('bias', LARGE), at('small', LARGE)];
    const [log, logMul] = [at('bias', LARGE, logLossOf), at('large', LARGE, logLossOf)];
    const bareAt = (d: number) => {
      const share = trials.get(keyOf({ entry: 'bare', d }))?.[0]?.accuracy ?? Number.NaN;
      return { mean: share, error: errorOfShare(share) };
    };
    const [bareFew, bare] = [bareAt(16), bareAt(LARGE)];
    return [
      claim('few', fewMul.mean, few.mean, room(few, fewMul)),
      claim('same', Math.min(log.mean, logMul.mean), log.mean, STUDENT * log.error),
      reach('many', Math.max(many.mean, manyMul.mean), many.mean, room(many, manyMul)),
      reach('bareFew', fewMul.mean, bareFew.mean, room(bareFew, fewMul)),
      reach('bare', manyMul.mean, bare.mean, room(bare, manyMul)),
      shown('sameMul', log.mean, logMul.mean),
    ].map((one) => ({ ...one, digits: 4 }));
  }),
};

const SMALL = 4;
const MIRRORED: readonly { readonly score: Score; readonly d: number; readonly rate: number }[] = [
  { score: 'bare', d: SMALL, rate: RATES.large },
  { score: 'bare', d: 16, rate: RATES.large },
  { score: 'bias', d: SMALL, rate: RATES.large },
  { score: 'scaled', d: SMALL, rate: RATES.large },
];

/**
 * Tolerance for the final loss of an additive score without a bias. If each example also occurs with all signs flipped,
 * this loss cannot be below the loss of equal weights.
 */
const NEAR_CHANCE = 1e-3;

const mirrored = probe(with_({ flip: 'both' }), async (engine, { signal, onProgress }) => {
  const found: Trial[] = [];
  for (const [i, { rate, ...model }] of MIRRORED.entries()) {
    const trial = await train(engine, { ...model, seed: 1 }, rate, signal);
    if (trial === undefined) return undefined;
    found.push(trial);
    onProgress((i + 1) / MIRRORED.length);
  }
  const [bare, bareLarge, bias, scaled] = found as [Trial, Trial, Trial, Trial];
  const examples = drawExamples(engine, { d: SMALL, seed: 1 }, 'test');
  const built = judge(engine, 'bare', builtParameters(SMALL), examples);
  const share = 1 / NUM_KEYS;
  return [
    claim('chance', CHANCE, bare.loss, NEAR_CHANCE),
    claim('chanceLarge', CHANCE, bareLarge.loss, NEAR_CHANCE),
    claim('builtLoss', Math.max(CHANCE, built.loss), built.loss),
    reach('accuracy', share, built.accuracy, 4 * errorOfShare(share)),
    shown('biasLoss', CHANCE, bias.loss),
    shown('biasAccuracy', share, bias.accuracy),
    shown('scaledLoss', CHANCE, scaled.loss),
    shown('scaledAccuracy', share, scaled.accuracy),
  ].map((one) => ({ ...one, digits: 5 }));
});

const WIDTHS = [4, 16, 64, 256] as const;
/**
 * Tolerance for the loss before training: the variance of the scaled scores. The entries of the matrices start with
 * variance 1/(3d), so the scores have variance 1/9. This raises the loss above `CHANCE` by about half of 1/9.
 */
const VARIANCE = 1 / 9;

const start = probe(EXAMPLE, async (engine, run) => {
  const found: ReturnType<typeof initialLosses>[] = [];
  const work = WIDTHS.map((d) => () => found.push(initialLosses(engine, d)));
  if (!(await inTurn(work, run))) return undefined;
  return [
    ...WIDTHS.map((d, i) => shown(`none${d}`, CHANCE, found[i]?.none)),
    claim('few', CHANCE, found[0]?.root, VARIANCE),
    claim('many', CHANCE, found.at(-1)?.root, VARIANCE),
  ].map((one) => ({ ...one, digits: 4 }));
});

export const learnedClaims = { learn, mirrored, start };
