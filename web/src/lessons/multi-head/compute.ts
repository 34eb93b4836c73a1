// SPDX-License-Identifier: MIT
import type { Engine, MultiHead, Precision } from '../../engine/index.ts';
import { drawInputs, type Inputs, type Parameters, parametersOf, requestOf } from './inputs.ts';
import type { State } from './state.ts';

export interface Numbers {
  readonly inputs: Inputs;
  readonly parameters: Parameters;
  /** The results of all steps. */
  readonly run: MultiHead<Precision>;
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine): Numbers {
  const inputs = drawInputs(state, engine);
  return {
    inputs,
    parameters: parametersOf(inputs, state.variant),
    run: engine.multiHead(requestOf(state, inputs)),
  };
}
