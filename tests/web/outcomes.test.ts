// SPDX-License-Identifier: MIT
// Tests the rows, verdict and progress on the card of an experiment.
import { expect, it } from 'vitest';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { claim, reach, shown, shownProgress } from '../../web/src/lessons/experiment.ts';
import { experimentCard } from '../../web/src/lessons/outcomes.ts';

const i18n = await createI18n('en');
const outcome = (...measurements: Parameters<typeof experimentCard>[1] & object) =>
  experimentCard('x', measurements, i18n, (key) => key).outcome;

it('a row has the tolerance and the agreement, unless its number is only shown', () => {
  const rows = outcome(
    claim('exact', 1, 1),
    claim('rounded', 1, 1, 1e-12),
    reach('drawn', 1, 1.25, 0.5),
    shown('time', 1, 3, 0.5),
  )?.rows;
  expect(rows?.map(({ tolerance, agrees }) => [tolerance, agrees])).toEqual([
    [undefined, true],
    [undefined, true],
    ['0.5', true],
    [undefined, undefined],
  ]);
});

it('the verdict follows from the rows that disagree', () => {
  expect(outcome(claim('a', 1, 1), shown('b', 1, 2))?.verdict).toBe('holds');
  expect(outcome(claim('a', 1, 1), reach('b', 1, 2))?.verdict).toBe('condition');
  expect(outcome(claim('a', 1, 2), reach('b', 1, 2))?.verdict).toBe('fails');
  expect(outcome(claim('a', 1, Number.NaN, 9))?.verdict).toBe('fails');
});

it('progress is rounded down, so that only a complete run shows 100%', () => {
  expect([0, 0.009, 0.5, 0.999, 1].map(shownProgress)).toEqual([0, 0, 0.5, 0.99, 1]);
});
