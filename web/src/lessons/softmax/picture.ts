// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import '../../components/paired-bars.ts';
import { describeBars, describeJacobian } from './describe.ts';
import { indexed, known, type Scene, share, short } from './scene.ts';

/** No entry of the Jacobian is farther from 0: p(1 − p) is at most ¼. */
const EXTREME = 0.25;
const MOST_DECIMALS = 4;
/** The more cells in a row, the narrower they are on a phone: six have room for two decimals. */
const CROWD = 8;

/** The weights beside plain shares of the sum. Their numbers stand in the table of stages. */
export function renderWeights(scene: Scene): TemplateResult {
  const { numbers, i18n, t, activate } = scene;
  return html`
    <al-paired-bars .description=${describeBars(scene)} .active=${scene.active}
      .legend=${[t('weights.softmax'), t('weights.plain')]}
      .format=${(x: number) => i18n.number(x)}
      .pairs=${numbers.entries.map(({ weight, plain }, i) => ({
        label: indexed('x', i),
        values: [weight, plain] as const,
        texts: [share(scene, weight), share(scene, plain)] as const,
      }))}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
    </al-paired-bars>
    ${numbers.hasPlain ? nothing : html`<p class="hint">${t('weights.noPlain')}</p>`}
    <al-data-table name="weights" .summary=${t('weights.table')}
      .columns=${[t('stages.entry'), t('stages.x'), t('weights.softmax'), t('weights.plain')]}
      .rows=${() =>
        numbers.entries.map(({ x, weight, plain }, i) => [
          indexed('x', i),
          x,
          known(weight),
          known(plain),
        ])}>
    </al-data-table>`;
}

/** How each weight answers to each logit, on a scale that stays. */
export function renderJacobian(scene: Scene): TemplateResult {
  const { numbers, i18n, t, activate } = scene;
  const decimals = Math.min(MOST_DECIMALS, CROWD - numbers.jacobian.length);
  const rows = numbers.jacobian.map((_, i) => indexed('p', i));
  const columns = numbers.jacobian.map((_, i) => indexed('z', i));
  return html`
    <al-heat-map .description=${describeJacobian(scene)} .values=${numbers.jacobian}
      .rows=${rows} .columns=${columns} .extreme=${EXTREME} .active=${scene.active}
      .format=${(x: number) => (Number.isNaN(x) ? short(scene, x) : i18n.number(x, { decimals }))}
      .formatTick=${(x: number) => i18n.number(x)}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
    </al-heat-map>
    <p class="hint">${t('jacobian.hint', { norm: short(scene, numbers.jacobianNorm) })}</p>
    <al-data-table name="jacobian" .summary=${t('jacobian.table')} .columns=${['∂p/∂z', ...columns]}
      .rows=${() => numbers.jacobian.map((row, i) => [rows[i] as string, ...row.map(known)])}>
    </al-data-table>`;
}
