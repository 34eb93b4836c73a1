// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/job-progress.ts';
import type { Stage, StageScene } from '../define-lesson.ts';
import type messages from './bench/messages.en.json';
import { over } from './compute.ts';
import { figure } from './histograms.ts';
import type { Numbers } from './session.ts';
import { DIVISORS, type State } from './state.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** Number of displayed digits. In most sampled numbers, further digits are due to chance. */
const DIGITS = 4;

/** A number in a formula or a sentence, with `DIGITS` significant digits; – for NaN. */
export const short = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? '–' : i18n.number(x, { digits: DIGITS });
/** A result, with the number of digits that the reader chose, but at most `DIGITS` unless it is "full"; – for NaN. */
export const result = ({ i18n }: Scene, x: number): string =>
  Number.isNaN(x) ? '–' : i18n.result(x, DIGITS);

/** A note that explains why the histogram has gaps or no bars. */
function note({ state, numbers, t }: Scene) {
  if (numbers.deviation.expected === 0) return html`<p class="hint">${t('figure.constant')}</p>`;
  const isLattice =
    state.distribution === 'signs' && state.key === 'own' && state.qMean === 0 && state.kMean === 0;
  return isLattice ? html`<p class="hint">${t('figure.lattice')}</p>` : nothing;
}

function progress({ state, numbers, i18n, t }: Scene): TemplateResult {
  const { isRunning, done, start, stop } = numbers.sampling;
  return html`
    <al-job-progress class="pairs-progress" .done=${done} .running=${isRunning} .disabled=${!isRunning && done === 1}
      .text=${t('work.pairs', { count: i18n.integer(numbers.dots.count), total: i18n.integer(Number(state.pairs)) })}
      .action=${t(isRunning || done === 1 ? 'work.stop' : 'work.resume')}
      @al-start=${start} @al-stop=${stop}></al-job-progress>`;
}

/** Renders the controls that violate the assumptions of the derivation, such as a mean other than 0. */
function assumptions({ state, bind, t }: Scene): TemplateResult[] {
  const disabled = state.key === 'same';
  const [mean, variance] = [
    { min: -3, max: 3 },
    { min: 0, max: 4 },
  ];
  return [
    html`<p class="hint">${t('figure.assumptions')}</p>`,
    bind('key'),
    bind('correlation', { disabled }),
    bind('qMean', mean),
    bind('kMean', { ...mean, disabled }),
    bind('qVariance', variance),
    bind('kVariance', { ...variance, disabled }),
  ];
}

export const stage: Stage<State, Numbers, Texts> = {
  figure,
  main: (scene) => {
    const { state, numbers, t } = scene;
    const { deviation } = numbers;
    return {
      label: t('main.deviation', { name: t(`name.${state.divisor}`) }),
      value: deviation.measured,
      term: 'deviation',
      note: t('main.exact', { exact: short(scene, deviation.expected) }),
    };
  },
  controls: ({ bind }) => [bind('d'), bind('divisor')],
  more: (scene) => [
    ...(['distribution', 'pairs', 'seed'] as const).map((field) => scene.bind(field)),
    html`${progress(scene)} ${note(scene)}`,
    ...assumptions(scene),
  ],
  spoken: (scene) => {
    const { state, numbers, i18n, t } = scene;
    if (numbers.sampling.isRunning) return t('main.drawing');
    return t('main.spoken', {
      name: t(`name.${state.divisor}`),
      count: i18n.integer(numbers.dots.count),
      deviation: short(scene, numbers.deviation.measured),
      exact: short(scene, numbers.deviation.expected),
    });
  },
};

/**
 * Tables with the numbers of the figure: all bins, the counts of draws outside them, and the moments for each divisor.
 */
export function data(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { dots, chosen } = numbers;
  const { edges } = chosen;
  const moments = ['mean', 'variance'] as const;
  return html`
    <al-data-table name="histogram" picture=".stage-figure > *" .summary=${t('data.bins')}
      .columns=${[t('data.from'), t('data.to'), t('data.count')]}
      .rows=${() => [
        [Number.NEGATIVE_INFINITY, edges[0], dots.below],
        ...Array.from(dots.histogram, (count, i) => [edges[i], edges[i + 1], count]),
        [edges.at(-1), Number.POSITIVE_INFINITY, dots.above],
      ]}></al-data-table>
    <al-data-table name="moments" picture="none" .summary=${t('data.moments')}
      .columns=${[
        t('data.name'),
        ...moments.flatMap((one) => [t(`data.${one}`), t(`data.${one}Exact`)]),
        t('data.distance'),
      ]}
      .rows=${() =>
        DIVISORS.map((divisor) => {
          const { measured, expected, toStandardNormal } = over(dots, divisor);
          return [
            t(`name.${divisor}`),
            ...moments.flatMap((one) => [measured[one], expected[one]]),
            toStandardNormal.distance,
          ];
        })}></al-data-table>`;
}
