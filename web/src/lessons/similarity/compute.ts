// SPDX-License-Identifier: MIT
import type { Engine } from '../../engine/index.ts';
import type { Computed } from '../scene.ts';
import { type Arrows, computeArrows } from './arrows.ts';
import { computeSearch, type Search } from './search.ts';
import { computeShapes, type Shapes } from './shapes.ts';
import type { State } from './state.ts';

/** All numbers that the lesson shows; every one comes from the engine. */
export interface Numbers {
  readonly arrows: Arrows;
  readonly search: Search;
  readonly shapes: Shapes;
}

type Names = readonly (keyof State)[];

const REGION: Names = ['query', 'key', 'measure', 'precision'];
const ARROWS: Names = [...REGION, 'other'];
const SEARCH: Names = [
  'words',
  'minutes',
  'energy',
  'measure',
  'temperature',
  'hidden',
  'precision',
];
const SHAPES: Names = ['sides', 'precision'];

const text = (state: State, names: Names): string => names.map((name) => state[name]).join(';');

/**
 * The arrows, the search and the shapes; what a change leaves alone is not computed again.
 * @throws AttentionError
 */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const kept = (names: Names): Numbers | undefined =>
    last !== undefined && text(last.state, names) === text(state, names) ? last.numbers : undefined;
  return {
    arrows: kept(ARROWS)?.arrows ?? computeArrows(state, engine, kept(REGION)?.arrows.region),
    search: kept(SEARCH)?.search ?? computeSearch(state, engine),
    shapes: kept(SHAPES)?.shapes ?? computeShapes(state, engine),
  };
}
