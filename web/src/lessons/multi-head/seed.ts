// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/seed-box.ts';
import type { Scene } from './scene.ts';
import { SEED_RANGE } from './state.ts';

/** A box for a seed, and a button for the next. */
export const renderSeed = (
  { state, t, set }: Scene,
  name: 'seed' | 'dropoutSeed',
): TemplateResult => html`
  <al-seed-box field=${name} .label=${t(`field.${name}`)} .next=${t('seed.next')} .value=${state[name]}
    .revision=${state} .lowest=${SEED_RANGE.min} .highest=${SEED_RANGE.max}
    @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
      set({ [name]: detail.value }, detail.final ? 'jump' : 'step')}></al-seed-box>`;
