// SPDX-License-Identifier: MIT
// Time and memory on the reader’s device.
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/job-progress.ts';
import type { ValueChange } from '../../components/number-box.ts';
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
    <div class="stages-scroll" tabindex="0" role="region" aria-label=${t('cost.title')}>
      <table class="stages cost" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${t('map.score')}</th>
            ${HEADS.map((head) => html`<th role="columnheader" scope="col">${t(`cost.${head}`)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${TIMED.map((kind) => {
            const row = texts(kind);
            return html`
              <tr role="row">
                <th role="rowheader" scope="row">${t(`kind.${kind}`)}</th>
                ${HEADS.map(
                  (head) =>
                    html`<td role="cell" class=${head} data-label=${t(`cost.${head}`)}>${row[head]}</td>`,
                )}
              </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="hint">${t('cost.note', { bytes: i18n.integer(memory.projected) })}</p>`;
}
