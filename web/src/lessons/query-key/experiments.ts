// SPDX-License-Identifier: MIT
import type { Engine, Tensor } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { claim, type Experiment, reach } from '../experiment.ts';
import { computeCircle, mostOnward, solveCircle } from './circle.ts';
import { compute, type Numbers, rowsOf, similarity } from './compute.ts';
import { meanDiagonalsOf } from './dimensions.ts';
import { CIRCLE_START, fields, type State } from './state.ts';

const DOCUMENT = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...DOCUMENT, ...change });
const at = (engine: Engine, change: Partial<State>): Numbers => compute(with_(change), engine);

/** What a reader would still call 0, or all. */
const NEARLY = 1e-3;
const ROUNDING = 1e-12;
/** The eigenvalue's own rounding, with scores of a size of 10. */
const EIGENVALUE_ROUNDING = 1e-13;
/** Four standard errors of a mean over 2,000 sentences, where it varies most. */
const MONTE_CARLO = 0.01;
/** Four standard deviations of a mean of six cosines between random vectors of 64 components. */
const COSINE = 0.21;

const pairs = (...data: number[]): Tensor => ({ shape: [data.length / 2, 2], data });
/** The second token is three times the first (E-35). */
const LONGER = pairs(1, 0, 3, 0, 0, 1);
const UNIT = pairs(1, 0, 0, 1, 0.6, 0.8);
const of = (engine: Engine, tokens: Tensor, divisor: State['divisor']) =>
  similarity(engine, tokens, { precision: 'float64', divisor });

const shapes: Experiment<State> = {
  id: 'shapes',
  decides: ['003-01', '003-04', '003-05'],
  state: DOCUMENT,
  measure: (engine) => {
    const { tokens, values, scores, rowSums } = at(engine, {});
    return [
      claim('tokens', 6, tokens.length),
      claim('dimension', 300, values.shape[1]),
      claim('rows', 6, scores.length),
      claim('columns', 6, scores[0]?.length),
      claim('sum', 1, rowSums[0], ROUNDING),
    ];
  },
};

const same: Experiment<State> = {
  id: 'same',
  decides: ['001-17', 'E-22'],
  state: with_({ projection: 'two' }),
  measure: (engine) => [
    reach('none', 0, at(engine, {}).scoresAsymmetry),
    reach('shared', 0, at(engine, { projection: 'shared' }).scoresAsymmetry),
    claim('two', 0, at(engine, { projection: 'two' }).scoresAsymmetry),
  ],
};

const meaning: Experiment<State> = {
  id: 'meaning',
  decides: ['003-03'],
  state: with_({ projection: 'two' }),
  measure: (engine) => {
    const { scores, values, scoresAsymmetry } = at(engine, { projection: 'two' });
    return [
      claim('queries', 6, scores.length),
      claim('keys', 6, scores[0]?.length),
      claim('values', 6, values.shape[0]),
      reach('asymmetry', 0, scoresAsymmetry),
    ];
  },
};

/** Rows become columns. */
function transposed({ shape, data }: Tensor): Tensor {
  const [rows = 0, columns = 0] = shape;
  const turned = Array.from(
    { length: rows * columns },
    (_, i) => data[(i % rows) * columns + Math.floor(i / rows)] as number,
  );
  return { shape: [columns, rows], data: turned };
}

/** The mean cosine between a token's own query and key. */
function meanCosine(engine: Engine, projection: State['projection']): number {
  const precision = 'float64';
  const { values, embeddings, tokens } = at(engine, { projection });
  const { W_q, W_k } = embeddings.projections;
  if (W_q === undefined || W_k === undefined) return Number.NaN;
  const project = (W: Tensor) =>
    engine.scaledDotScores({ precision, queries: values, keys: transposed(W), divisor: 'none' });
  const { cosines } = engine.angles({ precision, queries: project(W_q), keys: project(W_k) });
  const data = tokens.map((_, i) => cosines.data[i * tokens.length + i] as number);
  return engine.standardise({ precision, x: { shape: [1, data.length], data } }).mean;
}

const spaces: Experiment<State> = {
  id: 'spaces',
  decides: ['003-08'],
  state: with_({ projection: 'two' }),
  measure: (engine) => [
    claim('shared', 1, meanCosine(engine, 'shared'), ROUNDING),
    claim('two', 0, meanCosine(engine, 'two'), COSINE),
  ],
};

const symmetric: Experiment<State> = {
  id: 'symmetric',
  decides: ['003-09'],
  state: DOCUMENT,
  measure: (engine) => [
    claim('none', 0, at(engine, {}).scoresAsymmetry),
    claim('shared', 0, at(engine, { projection: 'shared' }).scoresAsymmetry),
    claim('float32', 0, at(engine, { projection: 'shared', precision: 'float32' }).scoresAsymmetry),
  ],
};

const others: Experiment<State> = {
  id: 'others',
  decides: ['003-10', 'E-35'],
  state: with_({ dimension: 4 }),
  measure: (engine) => [
    claim('longer', 0, of(engine, LONGER, 'none').weights[0]?.[1], NEARLY),
    reach('unit', 0, of(engine, UNIT, 'sqrt_dk').weightsAsymmetry, NEARLY),
    reach('sentence', 0, at(engine, { dimension: 4 }).weightsAsymmetry, NEARLY),
  ],
};

const dominates: Experiment<State> = {
  id: 'dominates',
  decides: ['003-11'],
  state: with_({ deviation: 0.1 }),
  measure: (engine) => [
    claim('document', 1, at(engine, {}).meanDiagonal, NEARLY),
    claim('undivided', 1, at(engine, { divisor: 'none' }).meanDiagonal, NEARLY),
    reach('small', 1, at(engine, { deviation: 0.1 }).meanDiagonal, NEARLY),
    reach('few', 1, at(engine, { dimension: 2 }).meanDiagonal, NEARLY),
    reach('longer', 1, of(engine, LONGER, 'none').weights[0]?.[0], NEARLY),
  ],
};

/** The ledger's means (E-35). */
const MEANS = new Map([
  [2, 0.368],
  [4, 0.486],
  [8, 0.654],
  [16, 0.821],
  [32, 0.951],
  [64, 0.994],
]);

const dimensions: Experiment<State> = {
  id: 'dimensions',
  decides: [],
  state: with_({ axis: 'dimension', dimension: 8 }),
  measure: async (engine, run) => {
    const found = await meanDiagonalsOf([...MEANS.keys()], engine, run);
    return found?.map((mean, i) => {
      const [d, expected] = [...MEANS][i] as [number, number];
      return claim(`d${d}`, expected, mean, MONTE_CARLO);
    });
  },
};

const row: Experiment<State> = {
  id: 'row',
  decides: ['003-12', 'E-36'],
  state: DOCUMENT,
  measure: (engine) => {
    const sum = (...list: number[]) =>
      engine.scaledDotScores({
        precision: 'float64',
        queries: { shape: [1, list.length], data: list },
        keys: { shape: [1, list.length], data: list.map(() => 1) },
        divisor: 'none',
      }).data[0];
    return [
      claim('printed', 1, sum(0.98, 0.01, 0.05, 0.05), NEARLY),
      reach('probably', 1, sum(0.98, 0.01, 0.005, 0.005), NEARLY),
    ];
  },
};

const itself: Experiment<State> = {
  id: 'itself',
  decides: ['003-13'],
  state: with_({ deviation: 0.1 }),
  measure: (engine) => {
    const distance = (change: Partial<State>) => at(engine, change).distances[2];
    return [
      claim('document', 0, distance({}), NEARLY),
      reach('small', 0, distance({ deviation: 0.1 }), NEARLY),
      reach('two', 0, distance({ projection: 'two' }), NEARLY),
    ];
  },
};

const LOOKED_AT = 2;

/** The weights of one row, used again for every column. */
const columns: Experiment<State> = {
  id: 'columns',
  decides: ['003-07'],
  state: with_({ deviation: 0.3 }),
  measure: (engine) => {
    const { values, output, weights } = at(engine, { deviation: 0.3 });
    const [own, found] = [rowsOf(values), rowsOf(output)];
    const shares = weights[LOOKED_AT] ?? [];
    const mixed = (column: number) =>
      engine.scaledDotScores({
        precision: 'float64',
        queries: { shape: [1, shares.length], data: shares },
        keys: { shape: [1, shares.length], data: own.map((value) => value[column] as number) },
        divisor: 'none',
      }).data[0] as number;
    const out = found[LOOKED_AT] ?? [];
    const changed = out.filter((x, c) => x !== own[LOOKED_AT]?.[c]);
    return [
      claim('changed', 300, changed.length),
      claim('first', mixed(0), out[0], ROUNDING),
      claim('last', mixed(out.length - 1), out.at(-1), ROUNDING),
    ];
  },
};

const definite: Experiment<State> = {
  id: 'definite',
  decides: [],
  state: with_({ projection: 'two' }),
  measure: (engine) => {
    const smallest = (change: Partial<State>) => at(engine, change).smallestEigenvalue;
    return [
      claim('none', 0, smallest({ dimension: 2 }), EIGENVALUE_ROUNDING),
      claim('shared', 0, smallest({ dimension: 2, projection: 'shared' }), EIGENVALUE_ROUNDING),
      reach('two', 0, smallest({ projection: 'two' }), EIGENVALUE_ROUNDING),
    ];
  },
};

const circle: Experiment<State> = {
  id: 'circle',
  decides: [],
  state: with_({ circleKind: 'symmetric', circle: CIRCLE_START }),
  measure: (engine) => {
    const solved = with_({ circleKind: 'two', circle: solveCircle(engine) });
    return [
      claim('symmetric', 2, mostOnward(engine)),
      claim('two', 3, computeCircle(solved, engine).onward),
    ];
  },
};

/** The lesson's statements, in the order in which the page puts them to the test. */
export const experiments: readonly Experiment<State>[] = [
  shapes,
  same,
  meaning,
  spaces,
  symmetric,
  others,
  dominates,
  dimensions,
  row,
  itself,
  columns,
  definite,
  circle,
];
