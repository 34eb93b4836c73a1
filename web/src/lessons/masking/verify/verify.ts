// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { defineVerify, type Example } from '../../../lesson/define-verify.ts';
import { indexed } from '../../../marks/label.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import {
  compute,
  EXAMPLE,
  type Numbers,
  SIZE,
  type State,
  TOKENS,
  TREATMENT_IDS,
  TREATMENTS,
} from '../compute.ts';
import type messages from './messages.en.json';

export const code: LessonCode<State, Numbers> = {
  inputs: (state, { scores }) => ({
    precision: state.precision,
    scores,
    lens: state.lens ?? scores.map(() => SIZE),
    causal: state.causal,
    convention: state.convention,
    method: TREATMENTS[state.treatment].method,
    fill: TREATMENTS[state.treatment].python,
    empty_row: state.emptyRow,
  }),
  results({ flags, treated }, { treatment }) {
    const { logits, weights } = treated[treatment]();
    return { flags, logits, weights };
  },
  ran: () => ['flags', 'logits', 'weigh', 'softmax'],
};

type MaskingExample = Example<State, Numbers, typeof messages>;

/** The names of the rows of the two matrices that are masked twice, as "matrix·row". */
const PLACES = ['1·1', '1·2', '2·1', '2·2'] as const;

const keyNames = (row: readonly number[] = []): string[] => row.map((_, i) => indexed('k', i));

/** The words of the sentence except the last one. From each of them, a language model would predict the next one. */
const wordsOf = ({ t }: MaskingExample): readonly string[] => TOKENS.map((i) => t(`word.${i}`));

const data = (example: MaskingExample) => html`
  ${weights(example)} ${hidden(example)} ${twice(example)} ${sample(example)}`;

function weights(example: MaskingExample) {
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
const hidden = (example: MaskingExample) => html`
  <al-data-table name="hidden" .summary=${example.t('hidden.table')}
    .columns=${[example.t('hidden.treatment'), ...wordsOf(example)]}
    .rows=${() =>
      TREATMENT_IDS.map((id) => [
        example.t(`treatment.${id}`),
        ...example.numbers.treated[id]().leaks,
      ])}></al-data-table>`;

/** The weights of the second call of masked softmax, for masked scores (`same`) and original scores (`fresh`). */
const twice = ({ numbers, t }: MaskingExample) => html`
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

function sample({ numbers, t }: MaskingExample) {
  const { weights, output } = numbers.sample();
  const outputs = (output[0] ?? []).map((_, c) => t('sample.output', { at: c + 1 }));
  return html`
    <al-data-table name="sample" .summary=${t('sample.table')}
      .columns=${[t('sample.matrix'), ...keyNames(weights[0]), ...outputs]}
      .rows=${() => weights.map((row, i) => [i + 1, ...row, ...(output[i] ?? [])])}></al-data-table>`;
}

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'masking',
  experiments,
  example: EXAMPLE,
  compute,
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
