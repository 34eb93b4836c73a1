// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import { indexed } from '../indexed.ts';
import { type Numbers, type State, TOKENS, TREATMENT_IDS } from './compute.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;
type MaskingExample = Example<State, Numbers, Texts>;

/** The names of the rows of the two matrices that are masked twice, as "matrix·row". */
const PLACES = ['1·1', '1·2', '2·1', '2·2'] as const;

/** The names of keys that are not words: k₁, k₂, … */
const keyNames = (row: readonly number[] = []): string[] => row.map((_, i) => indexed('k', i));

/** The words of the sentence except the last one. From each of them, a language model would predict the next one. */
const wordsOf = ({ t }: MaskingExample): readonly string[] => TOKENS.map((i) => t(`word.${i}`));

export const data = (example: MaskingExample): TemplateResult => html`
  ${weights(example)} ${hidden(example)} ${twice(example)} ${sample(example)}`;

function weights(example: MaskingExample): TemplateResult {
  const { state, numbers, t } = example;
  const words = wordsOf(example);
  const heads = ['query', 'key', 'score', 'visible', 'logit', 'weight'] as const;
  const rows = () => {
    const { logits, weights } = numbers.treated[state.treatment]();
    return words.flatMap((query, i) =>
      words.map((key, j) => [
        ...[query, key, numbers.scores[i]?.[j], numbers.visible[i]?.[j]],
        ...[logits[i]?.[j], weights[i]?.[j]],
      ]),
    );
  };
  return html`
    <al-data-table name="weights" .summary=${t('weights.table')}
      .columns=${heads.map((head) => t(`weights.${head}`))} .rows=${rows}></al-data-table>`;
}

/** The sum of each query's weights on hidden keys, for each masking method. */
const hidden = (example: MaskingExample): TemplateResult => html`
  <al-data-table name="hidden" .summary=${example.t('hidden.table')}
    .columns=${[example.t('hidden.treatment'), ...wordsOf(example)]}
    .rows=${() =>
      TREATMENT_IDS.map((id) => [
        example.t(`treatment.${id}`),
        ...example.numbers.treated[id]().leaks,
      ])}></al-data-table>`;

/** The weights of the second of two calls. */
const twice = ({ numbers, t }: MaskingExample): TemplateResult => html`
  <al-data-table name="twice" .summary=${t('twice.table')}
    .columns=${[t('twice.place'), t('weights.key'), t('twice.same'), t('twice.fresh')]}
    .rows=${() => {
      const { same, fresh } = numbers.twice();
      return PLACES.flatMap((place, i) =>
        keyNames(same.weights[i]).map((key, j) => [
          ...[place, key],
          ...[same.weights[i]?.[j], fresh.weights[i]?.[j]],
        ]),
      );
    }}></al-data-table>`;

function sample({ numbers, t }: MaskingExample): TemplateResult {
  const { weights, output } = numbers.sample();
  const outputs = (output[0] ?? []).map((_, c) => t('sample.output', { at: c + 1 }));
  return html`
    <al-data-table name="sample" .summary=${t('sample.table')}
      .columns=${[t('sample.matrix'), ...keyNames(weights[0]), ...outputs]}
      .rows=${() => weights.map((row, i) => [i + 1, ...row, ...(output[i] ?? [])])}></al-data-table>`;
}
