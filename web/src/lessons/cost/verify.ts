// SPDX-License-Identifier: MIT
// The details in Verify (the lesson's second view): plain and streaming attention side by side, the times on this
// device, and streaming attention step by step.
import { html, type TemplateResult } from 'lit';
import { stagesTable, type TableRow } from '../../components/stages-table.ts';
import { chartNotes, renderChart, timesTable } from './chart.ts';
import { bytesText, NUMBER, STAGES } from './counts.ts';
import type { KeptRun } from './history.ts';
import { powerText, renderOutcome, renderProgress, twinChoice } from './run-view.ts';
import { result, type Scene } from './scene.ts';
import { growthFrom, METHODS } from './timing.ts';
import { pointsOf } from './timing-runner.ts';

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { state, t, bind, section } = scene;
  return html`
    <section>${ask('exact')}</section>
    <section><h2>${t('ways.title')}</h2> ${renderWays(scene)}</section>
    <section>
      ${section('measuring')}
      <div class="bench run-bench" tabindex="-1" role="group" aria-label=${t('chart.title')}>
        <div class="bench-plot">
          <h3>${t('chart.title')}</h3>
          ${renderChart(scene, state.quantity)} ${chartNotes(scene)} ${timesTable(scene)}
        </div>
        <div class="bench-controls">
          ${bind('quantity')} ${twinChoice(scene)} ${bind('longest')}
          ${state.longest === '16384' ? html`<p class="hint">${t('run.long')}</p>` : ''}
          ${renderProgress(scene)} ${renderOutcome(scene)}
        </div>
        <div class="bench-below">${renderRuns(scene)}</div>
      </div>
    </section>
    <section class="steps-bench">${section('streaming')} ${bind('tile')} ${renderSteps(scene)}</section>`;
}

/** A table of the work and the memory of plain and of streaming attention. */
function renderWays(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { memory } = numbers;
  const bytes = (x: number) => bytesText(i18n, x);
  const work = i18n.number(numbers.work.scores, { digits: 3 });
  const rows = [
    ['work', work, work],
    ['inner', bytes(memory.stages), bytes(memory.tile)],
    ['output', bytes(memory.output), bytes(memory.output)],
    ['all', bytes(memory.plain), bytes(memory.streaming)],
  ] as const;
  const term = (id: string, name: string) => (id === 'inner' ? name : undefined);
  const n = i18n.integer(state.n);
  return html`
    ${stagesTable({
      label: t('ways.title'),
      corner: t('ways.quantity'),
      columns: [{ label: t('method.plain') }, { label: t('method.streaming') }],
      rows: rows.map(([id, plain, streaming]) => ({
        id,
        head: t(`ways.${id}`, { stages: STAGES }),
        cells: [
          { content: plain, term: term(id, 'stages_bytes') },
          { content: streaming, term: term(id, 'tile_bytes') },
        ],
      })),
    })}
    <p class="hint">${t('ways.hint')}</p>
    <p>${t('ways.bytes')}</p>
    <div class="math-block" tabindex="0" role="group" aria-label=${t('ways.bytes')}>
      <math display="block">
        <mn>${NUMBER}</mn><mo>·</mo><msup><mi>n</mi><mn>2</mn></msup><mo>=</mo>
        <mn>${NUMBER}</mn><mo>·</mo><msup><mn>${n}</mn><mn>2</mn></msup><mo>=</mo>
        <mn class="weight">${i18n.integer(memory.matrix)}</mn>
      </math>
    </div>`;
}

/** The earlier runs of the time measurements. The chart can show one of them beside the current run. */
function renderRuns(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { runs, forget } = numbers;
  return html`
    <div class="runs">
      <h3 tabindex="-1">${t('runs.title')}</h3>
      ${
        runs.length === 0
          ? html`<p class="hint">${t('runs.none')}</p>`
          : html`
            ${stagesTable({
              label: t('runs.title'),
              corner: t('runs.when'),
              columns: [
                { label: t('runs.twin') },
                { label: t('runs.most') },
                ...METHODS.map((method) => ({ label: t(`method.${method}`) })),
                {},
              ],
              rows: runs.map((run) => rowOf(scene, run)),
            })}
            <p class="progress-note">${t('runs.kept')}
              <button type="button" class="quiet" @click=${(event: Event) => {
                const part = (event.target as Element).closest('.runs');
                forget();
                // Clicking removes the button, which has the focus, so the focus moves to the heading.
                part?.querySelector<HTMLElement>('h3')?.focus();
              }}>${t('runs.forget')}</button>
            </p>`
      }
    </div>`;
}

function rowOf(scene: Scene, run: KeptRun): TableRow {
  const { numbers, i18n, t } = scene;
  const { compared, compare, runner } = numbers;
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const isCompared = run.at === compared?.at;
  const most = Math.max(...METHODS.flatMap((method) => run[method].map(([n]) => n)));
  const name = when.format(run.at);
  const timed = runner.run?.timed ?? [];
  const isPresent = METHODS.every((method) => `${run[method]}` === `${pointsOf(timed, method)}`);
  return {
    head: name,
    cells: [
      t(`twin.${run.twin}`),
      i18n.integer(most),
      ...METHODS.map((method) => powerText(growthFrom(run[method]), i18n)),
      isPresent
        ? t('runs.present')
        : html`
          <button type="button" aria-pressed=${isCompared} aria-label=${t('runs.compareOf', { when: name })}
            @click=${() => compare(isCompared ? undefined : run)}>${t('runs.compare')}</button>`,
    ],
  };
}

const HEADS = ['logits', 'largest', 'sum', 'output'] as const;
const DIGITS = 5;
const LOGIT_DIGITS = 3;

/** A table of streaming attention for one query, with the intermediate results after each tile (block of keys). */
function renderSteps(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const texts = (values: readonly number[], digits = DIGITS): string =>
    values.map((x) => result(scene, x, digits)).join(', ');
  return html`
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
            texts(step.logits, LOGIT_DIGITS),
            texts([step.largest]),
            { content: texts([step.logSumExp]), term: isLast ? 'log_sum_exp' : undefined },
            { content: texts(step.output), term: isLast ? 'streamed' : undefined },
          ],
        };
      }),
      foot: {
        class: 'at-once',
        head: t('steps.atOnce'),
        cells: [
          { content: texts(numbers.logits, LOGIT_DIGITS), term: 'logits' },
          texts([Math.max(...numbers.logits)]),
          { content: '', class: 'none', isNameless: true },
          { content: texts(numbers.output), term: 'output' },
        ],
      },
    })}
    <p class="hint">${t('steps.hint')}</p>`;
}
