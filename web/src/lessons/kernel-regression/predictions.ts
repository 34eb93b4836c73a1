// SPDX-License-Identifier: MIT
import type { Prediction } from '../prediction.ts';
import type { State } from './state.ts';

export const predictions: readonly Prediction<State>[] = [];
