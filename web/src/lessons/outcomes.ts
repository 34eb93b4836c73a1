// SPDX-License-Identifier: MIT
import type { ExperimentCard, ExperimentOutcome } from '../components/experiment-cards.ts';
import type { MessageParams } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { agrees, type Measurement, verdictOf } from './experiment.ts';

/**
 * The texts on the card of an experiment: its claim (a statement of the source documents) and, if it has been run, its
 * outcome. The source is text, to which the page adds links.
 */
export function experimentCard(
  id: string,
  measurements: readonly Measurement[] | undefined,
  i18n: I18n,
  t: (key: string, params?: MessageParams) => string,
): ExperimentCard & { readonly source: string } {
  const card = { id, source: t(`experiment.${id}.source`), claim: t(`experiment.${id}.claim`) };
  if (measurements === undefined) return card;
  const outcome = outcomeOf(measurements, i18n, {
    conclusion: (found) => t(`experiment.${id}.conclusion`, found),
    row: (row) => t(`experiment.${id}.rows.${row}`),
  });
  return { ...card, outcome };
}

/** Tolerances below this exist only because of rounding errors, so they are not shown. */
const LEAST_SHOWN = 1e-9;

function outcomeOf(
  measurements: readonly Measurement[],
  i18n: I18n,
  words: {
    /** The conclusion in words. Placeholders: the ids of the measurements, `<id>Difference` and `<id>Tolerance`. */
    conclusion: (found: MessageParams) => string;
    row: (id: string) => string;
  },
): ExperimentOutcome {
  // If the numbers disagree, they get enough digits to show the difference, even if the reader chose fewer.
  const numbers = (one: Measurement) => {
    const { expected, computed, digits } = one;
    return agrees(one)
      ? ([i18n.result(expected, digits), i18n.result(computed, digits)] as const)
      : i18n.apart(expected, computed, digits);
  };
  const difference = (one: Measurement) => i18n.result(one.computed - one.expected, 3);
  const tolerance = (one: Measurement) => i18n.result(one.tolerance, 2);
  const found = measurements.flatMap((one) => [
    [one.id, numbers(one)[1]],
    [`${one.id}Difference`, difference(one)],
    [`${one.id}Tolerance`, tolerance(one)],
  ]);
  return {
    verdict: verdictOf(measurements),
    conclusion: words.conclusion(Object.fromEntries(found)),
    rows: measurements.map((one) => {
      const [expected, computed] = numbers(one);
      return {
        label: words.row(one.id),
        expected,
        computed,
        difference: difference(one),
        tolerance:
          one.tests === 'shown' || one.tolerance < LEAST_SHOWN ? undefined : tolerance(one),
        agrees: one.tests === 'shown' ? undefined : agrees(one),
      };
    }),
  };
}
