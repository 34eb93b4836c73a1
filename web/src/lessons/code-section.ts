// SPDX-License-Identifier: MIT
import type { Code } from '*?excerpts';
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../components/code-panel.ts';
import type { TermLight } from '../components/term-light.ts';
import '../components/code-terms.ts';
import {
  excerptsOf,
  flat,
  type LessonCode,
  PROGRAMS,
  type Ran,
  type Result,
  withInputs,
} from './code.ts';

const NAMES = { cpp: 'C++', torch: 'PyTorch', numpy: 'NumPy' } as const;
const MOST_NUMBERS = 4;
const NOTHING = '–';
const LIST_NAME = 'Python';

/**
 * Renders the excerpts of the C++ code that just ran, beside PyTorch and NumPy programs that compute the same results
 * from the same inputs.
 */
export function codeSection<State, Numbers>(
  { state, numbers, i18n }: Ran<State, Numbers>,
  own: LessonCode<State, Numbers>,
  code: Code,
  light: TermLight,
): TemplateResult {
  const { t } = i18n;
  const text = (result: Result | undefined): string => {
    if (result === undefined) return NOTHING;
    const all = flat(result);
    const shown = all.slice(0, MOST_NUMBERS).map((x) => i18n.number(x, { digits: 4 }));
    return [...shown, ...(all.length > MOST_NUMBERS ? ['…'] : [])].join(', ');
  };
  const ran = own.ran(state);
  return html`
      <h2>${t('code.title')}</h2>
      <p class="hint">${t('code.hint')}</p>
      <al-code-terms .label=${t('code.terms')} .pinned=${light.pinned}
        .terms=${Object.entries(own.results(numbers, state)).map(([id, result]) => ({ id, text: text(result) }))}
        @al-term=${({ detail }: CustomEvent<string | null>) => {
          light.pinned = detail ?? undefined;
        }}></al-code-terms>
      <div class="code-pair">
        <al-code-panel .label=${NAMES.cpp}
          .tabs=${guard([code, ran.join()], () => [
            { id: 'cpp', label: NAMES.cpp, parts: excerptsOf(code, ran) },
          ])}></al-code-panel>
        <al-code-panel .label=${LIST_NAME}
          .tabs=${guard([code, numbers, state], () => {
            const inputs = own.inputs(state, numbers);
            return PROGRAMS.map((id) => ({
              id,
              label: NAMES[id],
              parts: [{ lines: withInputs(code[id], inputs) }],
            }));
          })}></al-code-panel>
      </div>`;
}
