// SPDX-License-Identifier: MIT
import { least } from 'd3-array';

export const nearestGuess = (x: number, guesses: Readonly<Record<string, number>>): string =>
  least(Object.keys(guesses), (guess) => Math.abs((guesses[guess] as number) - x)) ?? '';
