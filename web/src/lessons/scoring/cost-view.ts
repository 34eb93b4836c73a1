// SPDX-License-Identifier: MIT
// Time and memory on the reader’s device.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/job-progress.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { stagesTable } from '../../components/stages-table.ts';
import { memoryOf, TIMED, type Timed } from './cost.ts';
import type { FullScene } from './scene.ts';
import { SIDES, type Side } from './state.ts';

const HEADS = ['time', 'ratio', 'bytes'] as const;

export function renderCost(scene: FullScene): TemplateResult {
  const { state, cost, i18n, t, set } = scene;
  const { isRunning, done, start, stop, places } = cost;
  const [times] = places;
  const memory = memoryOf(state);
  const number = (x: number | undefined) => (x === undefined ? '–' : i18n.number(x, { digits: 3 }));
  const texts = (kind: Timed): Record<(typeof HEADS)[number], string> => ({
    time: times === undefined ? '–' : t('cost.ms', { time: number(times[kind]) }),
    ratio: number(times && times[kind] / times.dot),
    bytes: i18n.integer(memory.scores + (kind === 'additive' ? memory.hidden : 0)),
  });
  return html`
    <div class="cost-controls">
      <al-choice field="side" class="side" .label=${t('cost.side')} .value=${state.side}
        .options=${SIDES.map((value) => ({ value, label: value }))}
        @al-value=${({ detail }: CustomEvent<ValueChange<Side>>) => set({ side: detail.value }, 'jump')}>
      </al-choice>
      <al-job-progress class="cost-progress" .done=${done} .running=${isRunning}
        .disabled=${times !== undefined}
        .text=${t(times === undefined ? 'cost.waiting' : 'cost.done', { d: state.d, hidden: state.hidden })}
        .action=${t(isRunning ? 'work.stop' : 'cost.start')}
        @al-start=${start} @al-stop=${stop}></al-job-progress>
    </div>
    ${stagesTable({
      label: t('cost.title'),
      class: 'stages cost',
      corner: t('map.score'),
      columns: HEADS.map((head) => ({ label: t(`cost.${head}`), class: head })),
      rows: TIMED.map((kind) => {
        const row = texts(kind);
        return { head: t(`kind.${kind}`), cells: HEADS.map((head) => row[head]) };
      }),
    })}
    <p class="hint">${t('cost.note', { bytes: i18n.integer(memory.projected) })}</p>`;
}
