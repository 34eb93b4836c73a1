// SPDX-License-Identifier: MIT
import type { TemplateResult } from 'lit';
import { activated, stagesTable } from '../../components/stages-table.ts';
import { reasonOf } from './describe.ts';
import { chosen, indexed, long, lookedAt, result, type Scene } from './scene.ts';

const HEADS = ['score', 'flag', 'reason', 'logit', 'weight'] as const;

/** The term of the lesson's code for each column. */
const TERMS: Partial<Record<(typeof HEADS)[number], string>> = {
  flag: 'flags',
  logit: 'logits',
  weight: 'weights',
};

/** Every stage of the selected query: one row per key, and a row with the sums. */
export function renderStages(scene: Scene): TemplateResult {
  const { t } = scene;
  const { name, scores } = lookedAt(scene);
  return stagesTable({
    label: t('stages.title', { query: name }),
    corner: t('stages.key'),
    columns: HEADS.map((head) => ({
      label: t(`stages.${head}`),
      class: head,
      term: TERMS[head],
      isHeadLit: true,
    })),
    rows: scores.map((_, j) => ({
      head: indexed('k', j),
      cells: cellsOf(scene, j),
      ...activated(scene, j),
    })),
    foot: {
      head: t('stages.sum'),
      cells: HEADS.map((head) =>
        head === 'weight'
          ? { content: result(scene, chosen(scene).sum), term: undefined }
          : undefined,
      ),
    },
  });
}

function cellsOf(scene: Scene, j: number): string[] {
  const { row, scores, logits, weights } = lookedAt(scene);
  const texts: Record<(typeof HEADS)[number], string> = {
    score: result(scene, scores[j] ?? Number.NaN),
    flag: String(scene.numbers.flags[row]?.[j]),
    reason: reasonOf(scene, row, j),
    logit: result(scene, logits[j] ?? Number.NaN),
    weight: long(scene, weights[j] ?? Number.NaN),
  };
  return HEADS.map((head) => texts[head]);
}
