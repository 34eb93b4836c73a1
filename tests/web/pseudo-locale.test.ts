// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { pseudoCatalogue, pseudoProse, pseudoText } from '../browser/support/pseudo-locale.ts';

const plain = (text: string) => text.replace(/[\u202a-\u202e]/g, '');

describe('the pseudo-locale', () => {
  it('lengthens every word by 40 %, runs from right to left, and keeps what is no word', () => {
    expect(pseudoText('Keys')).toBe('\u202eKeysKe\u202c');
    expect(plain(pseudoText('q·k is {{count}} of **all**'))).toBe(
      'q·k isi {{count}} ofo **allal**',
    );
    expect(pseudoText('σ = {{x}}')).toBe('σ = {{x}}');
  });

  it('keeps the markup of formulas, terms, code, links and headings', () => {
    const text = '[[key]], [[keys|key]] $k_{in}$ by `softmax` [on](https://x.org/to)';
    expect(plain(pseudoText(text))).toBe(
      '[[keyke|key]], [[keyske|key]] $k_{in}$ byb `softmax` [ono](https://x.org/to)',
    );
    expect(plain(pseudoProse('# Title\n\n## Why {#question}\n\n$$\na_{in}\n$$\n\n- one'))).toBe(
      '# TitleTi\n\n## WhyWh {#question}\n\n$$\na_{in}\n$$\n\n- oneon',
    );
  });

  it('has the plural forms of Arabic', () => {
    const { a, ...rest } = pseudoCatalogue({ a: { b: 'x' }, keys_one: 'one', keys_other: 'many' });
    expect(a).toEqual({ b: 'x' });
    expect(Object.keys(rest).sort()).toEqual(
      ['few', 'many', 'one', 'other', 'two', 'zero'].map((form) => `keys_${form}`),
    );
  });
});
