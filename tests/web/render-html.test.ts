// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { expect, it } from 'vitest';
import { renderHtml } from '../../web/build/render-html.ts';

it('writes texts, lists and templates, and escapes the special characters of HTML', () => {
  const items = ['a & b', '<i>'].map((item) => html`<li>${item}</li>`);
  expect(renderHtml(html`<ul>${items}</ul>${undefined}${nothing}${3}`)).toBe(
    '<ul><li>a &amp; b</li><li>&lt;i&gt;</li></ul>3',
  );
});

it('writes markup as it is', () => {
  expect(renderHtml(html`<div>${unsafeHTML('<p>a &amp; <b>b</b></p>')}</div>`)).toBe(
    '<div><p>a &amp; <b>b</b></p></div>',
  );
});

it('writes attributes, also with several parts, and omits those with the value `nothing`', () => {
  const [name, none] = ['"x"', nothing];
  expect(renderHtml(html`<a class="one ${'two'}" title=${name} lang=${none}>t</a>`)).toBe(
    '<a class="one two" title="&quot;x&quot;">t</a>',
  );
});

it('rounds the numbers of attributes, but no number of the text', () => {
  expect(renderHtml(html`<i width=${2 / 3} height=${-12}>${2 / 3}</i>`)).toBe(
    `<i width="0.667" height="-12">${2 / 3}</i>`,
  );
});

it('omits listeners and properties, but keeps which option is selected', () => {
  const option = (value: string) =>
    html`<option value=${value} .selected=${live(value === 'b')}>${value}</option>`;
  expect(
    renderHtml(html`<select @change=${() => {}} .dir=${'x'}>${['a', 'b'].map(option)}</select>`),
  ).toBe('<select><option value="a">a</option><option value="b" selected>b</option></select>');
});

it('writes the content of a guard, and throws for a value that is no template', () => {
  expect(renderHtml(html`<p>${guard([1], () => html`<b>1</b>`)}</p>`)).toBe('<p><b>1</b></p>');
  expect(() => renderHtml(html`${{ a: 1 }}`)).toThrow('expected a template');
});
