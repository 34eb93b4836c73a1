// SPDX-License-Identifier: MIT
// The controls of the measurements in the lesson, and their result in words.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/job-progress.ts';
import { binder } from '../bind.ts';
import { fields } from './lengths.ts';
import type { CostScene } from './parts.ts';
import { type Job, METHODS } from './timing.ts';

/** A button that starts and stops the measurements, and the choice of the longest text. */
export function measuring(scene: CostScene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { isRunning, isOnPage, current, refused, done, total, start, stop } = numbers.measured;
  const action = done === 0 ? 'run.start' : done < total ? 'run.more' : 'run.again';
  const name = ({ method, n }: Job) =>
    t('run.current', { method: t(`method.${method}`), n: i18n.integer(n) });
  return html`
    <div class="run-bench">
      <al-job-progress class="run-progress" .running=${isRunning} .done=${done / total}
        .text=${current ? name(current) : t('run.done', { done, total })} .action=${t(isRunning ? 'run.stop' : action)}
        @al-start=${start} @al-stop=${stop}></al-job-progress>
      ${binder(fields, scene)('longest')}
      ${refused.length > 0 ? html`<p class="hint" role="note">${t('run.refused', { sizes: i18n.list(refused.map(name)) })}</p>` : nothing}
      ${isOnPage ? html`<p class="hint" role="note">${t('run.onPage')}</p>` : nothing}
    </div>`;
}

const N = 'n';

/** The exponent of each method, such as n^2.03 ± 0.02. */
export function measuredText({ numbers, i18n, t }: CostScene): unknown {
  const number = (value: number) => i18n.number(value, { decimals: 2 });
  const found = METHODS.flatMap((method) => {
    const growth = numbers.measured.growth[method];
    if (growth === undefined) return [];
    const error = Number.isNaN(growth.error) ? '' : ` ± ${number(growth.error)}`;
    return [
      html`<span data-method=${method}>${t(`method.${method}`)} <em>${N}</em><sup>${number(growth.exponent)}</sup>${error}</span>`,
    ];
  });
  return found.length === 0
    ? nothing
    : found.map((one, i) => html`${i > 0 ? html`&nbsp;&nbsp; ` : nothing}${one}`);
}

export function spokenTimes({ numbers, i18n, t }: CostScene): string {
  const { isRunning, growth } = numbers.measured;
  if (isRunning) return t('spoken.running');
  const said = METHODS.flatMap((method) => {
    const exponent = growth[method]?.exponent;
    return exponent === undefined
      ? []
      : [
          t('spoken.exponent', {
            method: t(`method.${method}`),
            exponent: i18n.number(exponent, { decimals: 2 }),
          }),
        ];
  });
  return said.length === 0 ? t('spoken.unmeasured') : said.join(' ');
}
