// SPDX-License-Identifier: MIT
// Streaming softmax: the running statistics of one query after each tile of keys.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { stagesTable } from '../../components/stages-table.ts';
import { result, type Scene } from './scene.ts';
import { TILES, type Tile } from './state.ts';

const HEADS = ['logits', 'largest', 'sum', 'output'] as const;
const DIGITS = 5;
const LOGIT_DIGITS = 3;

export function renderSteps(scene: Scene): TemplateResult {
  const { state, numbers, t, set } = scene;
  return html`
    <al-choice field="tile" class="tile" .label=${t('steps.tile')} .value=${state.tile}
      .options=${TILES.map((value) => ({ value, label: value }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Tile>>) => set({ tile: detail.value }, 'jump')}>
    </al-choice>
    ${stagesTable({
      label: t('steps.title'),
      corner: t('steps.keys'),
      columns: HEADS.map((head) => ({ label: t(`steps.head.${head}`), class: head })),
      rows: numbers.steps.map((step, i) => {
        const isLast = i === numbers.steps.length - 1;
        const { from, to } = step;
        return {
          head: t(from === to ? 'steps.one' : 'steps.some', { from, to }),
          cells: [
            texts(scene, step.logits, LOGIT_DIGITS),
            texts(scene, [step.largest]),
            { content: texts(scene, [step.logSumExp]), term: isLast ? 'log_sum_exp' : undefined },
            { content: texts(scene, step.output), term: isLast ? 'streamed' : undefined },
          ],
        };
      }),
      foot: {
        class: 'at-once',
        head: t('steps.atOnce'),
        cells: [
          { content: texts(scene, numbers.logits, LOGIT_DIGITS), term: 'logits' },
          texts(scene, [Math.max(...numbers.logits)]),
          { content: '', class: 'none', isNameless: true },
          { content: texts(scene, numbers.output), term: 'output' },
        ],
      },
    })}
    <p class="hint">${t('steps.hint')}</p>`;
}

const texts = (scene: Scene, values: readonly number[], digits = DIGITS): string =>
  values.map((x) => result(scene, x, digits)).join(', ');
