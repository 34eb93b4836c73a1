// SPDX-License-Identifier: MIT
// What starts and stops a run, what came of it, and the runs of before.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/job-progress.ts';
import type { ValueChange } from '../../components/number-box.ts';
import { stagesTable, type TableRow } from '../../components/stages-table.ts';
import { supports, TWINS, type Twin } from '../../engine/index.ts';
import { type Growth, growthOf } from './fit.ts';
import type { KeptRun } from './history.ts';
import { type Points, pointsOf } from './measuring.ts';
import type { Scene } from './scene.ts';
import { LONGEST, type Longest, measuredTwin, QUANTITIES, type Quantity } from './state.ts';
import { type Job, jobsUpTo, METHODS } from './timing.ts';

/** Below it what a call costs in any case, whatever n, bends the line. */
const FIT_FROM = 256;

const growth = (points: Points): Growth | undefined =>
  growthOf(points.filter(([n]) => n >= FIT_FROM));

export function renderRunControls(scene: Scene): TemplateResult {
  const { state, i18n, t, set } = scene;
  return html`
    <al-choice field="quantity" class="quantity" .label=${t('quantity.label')} .value=${state.quantity}
      .options=${QUANTITIES.map((value) => ({ value, label: t(`quantity.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Quantity>>) => set({ quantity: detail.value }, 'jump')}>
    </al-choice>
    <al-choice field="twin" class="twin" .label=${t('twin.label')} .value=${measuredTwin(state)}
      .options=${TWINS.filter(supports).map((value) => ({ value, label: t(`twin.${value}`) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Twin>>) => set({ twin: detail.value }, 'jump')}>
    </al-choice>
    <al-choice field="longest" class="longest" .label=${t('longest.label')} .value=${state.longest}
      .options=${LONGEST.map((value) => ({ value, label: i18n.integer(Number(value)) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<Longest>>) => set({ longest: detail.value }, 'jump')}>
    </al-choice>
    ${state.longest === '16384' ? html`<p class="hint">${t('longest.hint')}</p>` : nothing}
    ${renderProgress(scene)} ${renderOutcome(scene)}`;
}

function renderProgress({ state, measuring, start, stop, i18n, t }: Scene): TemplateResult {
  const { isRunning, current, run } = measuring;
  const twin = isRunning && run ? run.twin : measuredTwin(state);
  const total = jobsUpTo(state.longest).length;
  const done = total - measuring.missing(twin, state.longest).length;
  const action = done === 0 ? 'run.start' : done < total ? 'run.more' : 'run.again';
  const name = current && { method: t(`method.${current.method}`), n: i18n.integer(current.n) };
  return html`
    <al-job-progress class="run-progress" .running=${isRunning}
      .done=${total === 0 ? 0 : done / total}
      .text=${name ? t('run.current', name) : t('run.done', { done, total })}
      .action=${t(isRunning ? 'run.stop' : action)} @al-start=${start} @al-stop=${stop}></al-job-progress>`;
}

/** The exponents of what was measured, and what was left out. */
function renderOutcome({ measuring, i18n, t }: Scene): TemplateResult {
  const { run, refused, isOnPage, isRunning } = measuring;
  const names = (jobs: readonly Job[]) =>
    i18n.list(jobs.map(({ method, n }) => `${t(`method.${method}`)} ${i18n.integer(n)}`));
  const found = METHODS.flatMap((method) => {
    const one = growth(pointsOf(run?.timed ?? [], method));
    return one ? [{ method, growth: one }] : [];
  });
  const spoken = found.map(({ method, growth: { exponent } }) =>
    t('run.spoken', {
      method: t(`method.${method}`),
      exponent: i18n.number(exponent, { decimals: 2 }),
    }),
  );
  return html`
    <div class="growths">
      ${
        found.length > 0 && run
          ? html`
            <h3>${t('run.growth')}</h3>
            <dl class="result-more">
              ${found.map(
                (one) => html`<div data-method=${one.method}>
                  <dt>${t(`method.${one.method}`)}</dt><dd>${powerText(one.growth, i18n)}</dd>
                </div>`,
              )}
            </dl>
            <p class="hint">${t('run.fit', { from: FIT_FROM, twin: t(`twin.${run.twin}`) })}</p>`
          : nothing
      }
      ${refused.length > 0 ? html`<p class="hint" role="note">${t('run.refused', { sizes: names(refused) })}</p>` : nothing}
      ${isOnPage ? html`<p class="hint" role="note">${t('run.onPage')}</p>` : nothing}
    </div>
    <p class="visually-hidden" role="status">${isRunning ? nothing : spoken.join(' ')}</p>`;
}

/** "n^2.03 ± 0.02" */
function powerText(found: Growth | undefined, { number }: Scene['i18n']) {
  if (found === undefined) return '–';
  const error = Number.isNaN(found.error) ? '' : ` ± ${number(found.error, { decimals: 2 })}`;
  return html`<math><msup><mi>n</mi><mn>${number(found.exponent, { decimals: 2 })}</mn></msup></math>${error}`;
}

/** Runs of before: when, with what, how they grew; one can be drawn beside the present one. */
export function renderRuns(scene: Scene): TemplateResult {
  const { runs, t, forgetRuns } = scene;
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
                forgetRuns();
                // The button goes with the runs; the focus must not be lost with it.
                (event.target as Element)
                  .closest('.runs')
                  ?.querySelector<HTMLElement>('h3')
                  ?.focus();
              }}>${t('runs.forget')}</button>
            </p>`
      }
    </div>`;
}

function rowOf(scene: Scene, run: KeptRun): TableRow {
  const { i18n, t, compared, compare } = scene;
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const isCompared = run.at === compared?.at;
  const most = Math.max(...METHODS.flatMap((method) => run[method].map(([n]) => n)));
  const name = when.format(run.at);
  return {
    head: name,
    cells: [
      t(`twin.${run.twin}`),
      i18n.integer(most),
      ...METHODS.map((method) => powerText(growth(run[method]), i18n)),
      isPresent(scene, run)
        ? t('runs.present')
        : html`
          <button type="button" aria-pressed=${isCompared} aria-label=${t('runs.compareOf', { when: name })}
            @click=${() => compare(isCompared ? undefined : run)}>${t('runs.compare')}</button>`,
    ],
  };
}

/** Whether a run of the list is the one that the picture shows anyway. */
const isPresent = ({ measuring }: Scene, run: KeptRun): boolean =>
  METHODS.every((method) => `${run[method]}` === `${pointsOf(measuring.run?.timed ?? [], method)}`);
