// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/number-box.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Scene } from './scene.ts';
import { SEED_RANGE } from './state.ts';

/** A box for a seed, and a button for the next. */
export function renderSeed({ state, t, set }: Scene, name: 'seed' | 'dropoutSeed'): TemplateResult {
  const seed = state[name];
  const label = t(`field.${name}`);
  return html`
    <div class="seed">
      <label>${label}
        <al-number-box .label=${label} .value=${seed} .revision=${state}
          .lowest=${SEED_RANGE.min} .highest=${SEED_RANGE.max}
          @al-value=${({ detail }: CustomEvent<ValueChange<number>>) =>
            set({ [name]: detail.value }, detail.final ? 'rest' : 'step')}></al-number-box>
      </label>
      <button type="button"
        @click=${() => set({ [name]: seed < SEED_RANGE.max ? seed + 1 : SEED_RANGE.min }, 'jump')}>
        ${t('seed.next')}
      </button>
    </div>`;
}
