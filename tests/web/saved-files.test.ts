// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { csvText } from '../../web/src/components/csv.ts';
import { fileName } from '../../web/src/components/save-file.ts';
import {
  INHERITED,
  isInvisible,
  markup,
  ownAttributes,
  parsedColour,
  presentation,
  svgFile,
} from '../../web/src/components/svg-text.ts';

describe('a table as CSV', () => {
  it('keeps every digit, and leaves missing values empty', () => {
    const numbers = [45.49999993094752, 0.1 + 0.2, -1.2554996e-8, 5e-324, 1e21, undefined];
    const [, line = ''] = csvText(['x'], [numbers]).split('\r\n');
    const fields = line.split(',');
    expect(fields.slice(0, -1).map(Number)).toEqual(numbers.slice(0, -1));
    expect(fields.at(-1)).toBe('');
  });

  it('quotes as in RFC 4180, ends lines with CRLF and begins with the byte order mark', () => {
    expect(
      csvText(['waist (cm)', 'a,b', 'say "hi"', 'two\nlines'], [['键', 1, Number.NaN, -0]]),
    ).toBe('\uFEFFwaist (cm),"a,b","say ""hi""","two\nlines"\r\n键,1,NaN,0\r\n');
  });

  it('contains no formula that a spreadsheet would run, and keeps negative numbers', () => {
    expect(csvText(['=1+1', '@x'], [['-2+3', -2]])).toBe("\uFEFF'=1+1,'@x\r\n'-2+3,-2\r\n");
    expect(csvText(['\t=1', '\r=1'], [['+1', '1=1']])).toBe("\uFEFF'\t=1,\"'\r=1\"\r\n'+1,1=1\r\n");
  });
});

it('a file has an ASCII name made of lesson and figure', () => {
  expect(fileName(['kernel-regression', 'Heat map α'], 'svg')).toBe(
    'kernel-regression-heat-map.svg',
  );
  expect(fileName(['', '权重'], 'csv')).toBe('attention-lab.csv');
});

describe('a figure as SVG', () => {
  const file = svgFile({
    width: 100.2,
    height: 50,
    background: 'rgb(29, 32, 39)',
    title: 'Weights & <shares>',
    description: 'x₁: "94%"\u0000\ud800',
    language: 'zh-Hant',
    content: markup('path', { d: 'M0 0' }),
  });

  it('has a size, the page’s background and a description', () => {
    expect(file).toMatchObject({ width: 125, height: 74 });
    expect(file.text).toContain('xmlns="http://www.w3.org/2000/svg"');
    expect(file.text).toContain('viewBox="-12 -12 125 74"');
    expect(file.text).toContain('<title>Weights &amp; &lt;shares&gt;</title>');
    expect(file.text).toContain('<desc>x₁: &quot;94%&quot;</desc>');
    expect(file.text).toContain('<rect x="-12" y="-12" width="125" height="74" fill="#1d2027"/>');
    expect(file.text).toContain('xml:lang="zh-Hant"');
  });

  it.each([
    ['rgb(184, 50, 26)', '#b8321a', 1],
    ['rgba(0, 0, 0, 0)', '#000000', 0],
    ['rgb(0 128 255 / 50%)', '#0080ff', 0.5],
    ['color(srgb 0.5 0.25 1)', '#8040ff', 1],
    ['color(srgb 1 0 0 / 0.25)', '#ff0000', 0.25],
    ['url("#heat")', 'url("#heat")', 1],
    ['none', 'none', 0],
  ])('parses the colour %s', (computed, colour, opacity) => {
    expect(parsedColour(computed)).toEqual({ colour, opacity });
  });

  it('writes only styles that an element does not inherit', () => {
    const of = (style: Record<string, string>) => presentation((name) => style[name] ?? '');
    const parent = of({ fill: 'rgb(1, 2, 3)', 'font-size': '13px' });
    const own = of({ fill: 'rgb(1, 2, 3)', 'font-size': '15px', stroke: 'rgba(9, 9, 9, 0.5)' });
    expect(ownAttributes(own, parent, false)).toEqual({
      'font-size': '15',
      stroke: '#090909',
      'stroke-opacity': '0.5',
    });
    expect(ownAttributes(of({ 'stop-color': 'rgb(9, 9, 9)' }), INHERITED, true)).toEqual({
      'stop-color': '#090909',
    });
  });

  it('omits invisible elements', () => {
    const of = (style: Record<string, string>) => presentation((name) => style[name] ?? '');
    expect(isInvisible(of({ fill: 'rgba(0, 0, 0, 0)' }))).toBe(true);
    expect(isInvisible(of({ fill: 'none', stroke: 'rgb(0, 0, 0)' }))).toBe(false);
    expect(isInvisible(of({ fill: 'rgb(0, 0, 0)', opacity: '0' }))).toBe(true);
  });
});
