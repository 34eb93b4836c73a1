// SPDX-License-Identifier: MIT
// What each idea is worth: the share of right answers of a model without it.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { LearningScene } from './parts.ts';

const PLACES = {
  wide: { name: 160, from: 174, width: 490, top: 92, step: 68, height: 34 },
  phone: { name: 128, from: 136, width: 180, top: 46, step: 41, height: 22 },
} as const;

export const worthHeight = 322;

export function worth(scene: LearningScene, layout: Layout): SVGTemplateResult {
  const { numbers, t, i18n } = scene;
  const { name: end, from, width, top, step, height } = PLACES[layout];
  return svg`
    ${label(from, top - step * 0.72, t('worth.right'), 'quiet')}
    ${numbers.worth.map(({ name, measured, own }, i) => {
      const y = top + i * step;
      return svg`
        <g data-part=${name}>
          ${label(end, y, t(`worth.${name as 'whole'}`), 'end')}
          ${own === undefined ? nothing : svg`<rect class="bar" x=${from} y=${y - height / 2} width=${Math.max(1.5, width * own)} height=${height} rx="2" />`}
          <rect class="drop" x=${from} y=${y - height / 2} width=${width * measured} height=${height} rx="2" />
          ${label(from + width * Math.max(measured, own ?? 0) + 10, y, shareText(i18n, own ?? measured), own === undefined ? '' : 'moment')}
        </g>`;
    })}`;
}
