// SPDX-License-Identifier: MIT
// The controls of the time measurements on this device, their progress and their result.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/job-progress.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { supports, TWINS, type Twin } from '../../engine/index.ts';
import { growthOfRun } from './chart.ts';
import type { Scene } from './scene.ts';
import { measuredTwin } from './state.ts';
import { FIT_FROM, type Growth, type Job, jobsUpTo, METHODS } from './timing.ts';

/**
 * The choice of the WebAssembly build ("twin"). It offers only builds that this device supports, although a link may
 * request another one.
 */
export const twinChoice = ({ state, access, t, set }: Scene): TemplateResult => html`
  <al-choice field="twin" .label=${t('field.twin')} .value=${measuredTwin(state)} .disabled=${access.isLocked('twin')}
    .options=${TWINS.filter(supports).map((value) => ({ value, label: t(`twin.${value}`) }))}
    @al-value=${({ detail }: CustomEvent<ValueChange<Twin>>) => set({ twin: detail.value }, 'jump')}></al-choice>`;

/**
 * The button that starts and stops the time measurements, and their progress. It does not show the measured times,
 * which are in the stage (the figure with its controls).
 */
export function renderProgress({ state, numbers, i18n, t, set }: Scene): TemplateResult {
  const { runner, start } = numbers;
  const { isRunning, current, run } = runner;
  const twin = isRunning && run ? run.twin : measuredTwin(state);
  const total = jobsUpTo(state.longest).length;
  const done = total - runner.missing(twin, state.longest).length;
  const action = done === 0 ? 'run.start' : done < total ? 'run.more' : 'run.again';
  const name = current && { method: t(`method.${current.method}`), n: i18n.integer(current.n) };
  return html`
    <al-job-progress class="run-progress" .running=${isRunning} .done=${done / total}
      .text=${name ? t('run.current', name) : t('run.done', { done, total })}
      .action=${t(isRunning ? 'run.stop' : action)}
      @al-start=${() => {
        set({ figure: 'time' }, 'jump');
        start();
      }}
      @al-stop=${() => runner.stop()}></al-job-progress>`;
}

/**
 * The result of the time measurements: the exponents of the growth, and the measurements that were skipped or failed.
 */
export function renderOutcome(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { run, refused, isOnPage, isRunning } = numbers.runner;
  const names = (jobs: readonly Job[]) =>
    i18n.list(jobs.map(({ method, n }) => `${t(`method.${method}`)} ${i18n.integer(n)}`));
  const growths = growthOfRun(scene);
  const found = METHODS.flatMap((method, i) => {
    const growth = growths[i];
    return growth === undefined ? [] : [{ method, growth }];
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
            <dl class="result-more">
              ${found.map(
                ({ method, growth }) => html`<div data-method=${method}>
                  <dt>${t(`method.${method}`)}</dt><dd>${powerText(growth, i18n)}</dd>
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

/** An exponent with its standard error, such as n^2.03 ± 0.02. A dash if it is unknown. */
export function powerText(found: Growth | undefined, { number }: Scene['i18n']) {
  if (found === undefined) return '–';
  const error = Number.isNaN(found.error) ? '' : ` ± ${number(found.error, { decimals: 2 })}`;
  return html`<math><msup><mi>n</mi><mn>${number(found.exponent, { decimals: 2 })}</mn></msup></math>${error}`;
}
