// SPDX-License-Identifier: MIT
// The reader's own data, typed or pasted from a table.
import { html, type TemplateResult } from 'lit';
import '../../components/lines-box.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { readNumbers } from '../../i18n/read-number.ts';
import { shortened } from '../../i18n/shortened.ts';
import type { Scene } from './scene.ts';
import { DATA_RANGE, MOST_KEYS } from './state.ts';

/**
 * Maximum length of the text in characters. A table with `MOST_KEYS` pairs fits even if all numbers have all their
 * digits.
 */
const LONGEST = 4_000;

/** The result of reading the text: keys and values, or the first invalid line, or an invalid number of pairs. */
export type PairsReading =
  | { readonly keys: readonly number[]; readonly values: readonly number[] }
  | { readonly line: number; readonly got: string }
  | { readonly count: number };

const isInRange = (x: number): boolean => x >= DATA_RANGE.min && x <= DATA_RANGE.max;

/** Reads one pair per line, which `readNumbers` separates. Skips empty lines. */
export function readPairs(text: string): PairsReading {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const keys: number[] = [];
  const values: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const numbers = readNumbers(line);
    const [key, value] = numbers;
    if (key === undefined || value === undefined || numbers.length > 2 || !numbers.every(isInRange))
      return { line: index + 1, got: shortened(line) };
    keys.push(key);
    values.push(value);
  }
  const count = keys.length;
  return count === 0 || count > MOST_KEYS ? { count } : { keys, values };
}

/** A collapsed section with a text box that contains the current pairs. */
export function renderOwnPairs(scene: Scene): TemplateResult {
  const { state, t, access, set } = scene;
  const lines = state.keys.map((key, i) => `${key}, ${state.values[i]}`).join('\n');
  // The box edits keys and values together, so it is locked if one of these fields is locked.
  const field = access.isLocked('values') ? 'values' : 'keys';
  return html`
    <details class="own-pairs" ?hidden=${!access.isShown('keys') || !access.isShown('values')}>
      <summary>${t('own.title')}</summary>
      <al-lines-box field=${field} .label=${t('own.label')} .action=${t('own.use')}
        .hint=${t('own.hint', { most: MOST_KEYS })} .value=${lines} .longest=${LONGEST}
        .refuse=${(text: string) => refusal(scene, readPairs(text))}
        @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => {
          const read = readPairs(detail.value);
          if ('keys' in read) set({ keys: read.keys, values: read.values }, 'jump');
        }}></al-lines-box>
    </details>`;
}

function refusal({ i18n, t }: Scene, read: PairsReading): string | undefined {
  if ('keys' in read) return undefined;
  if ('count' in read) return t('own.wrongCount', { most: MOST_KEYS, count: read.count });
  const [low, high] = [DATA_RANGE.min, DATA_RANGE.max].map((x) => i18n.number(x));
  return t('own.wrongLine', { line: read.line, low: low ?? '', high: high ?? '', got: read.got });
}
