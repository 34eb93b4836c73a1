// SPDX-License-Identifier: MIT
// Tests each palette in the light and the dark scheme: contrast ratios with its backgrounds, and colour differences for
// every kind of colour vision.
import { describe, expect, it } from 'vitest';
import { PALETTES } from '../../web/src/components/palettes.ts';
import {
  colour,
  contrast,
  distance,
  leastDistance,
  mixed,
  seen,
  VISIONS,
} from './support/colour.ts';
import { siteFiles } from './support/files.ts';
import { readPalette, SCHEMES } from './support/palettes.ts';

const GROUNDS = ['paper', 'surface', 'surface-sunk', 'active'];
const TEXTS = [
  'ink',
  'ink-soft',
  'accent',
  'query',
  'key',
  'score',
  'weight',
  'value',
  'output',
  'holds',
  'condition',
  'fails',
];
/**
 * The colours of lines, edges and focus, which need the contrast ratio of WCAG 2.2, success criterion 1.4.11. They are
 * tested on all backgrounds except the last of `GROUNDS`, because no control is on it.
 */
const EDGES = ['line-strong', 'focus', 'glow-line'];
const ROLES = ['query', 'key', 'output'];
const ALL_ROLES = [...ROLES, 'score', 'weight', 'value'];
const VERDICTS = ['holds', 'condition', 'fails'];
/** The strengths of a colour scale that are compared, weakest first. */
const STRENGTHS = [0.25, 0.5, 0.75, 1];

/**
 * `text` is the minimum contrast ratio; the others are minimum colour differences ΔE in OKLab, times 100, where 2 is
 * just noticeable. Roles and verdicts also have a sign or a word beside their colour. In "safe" and "contrast", all
 * roles differ by colour alone.
 */
const LEAST = {
  usual: { text: 4.5, roles: 12, allRoles: 0, verdicts: 6 },
  safe: { text: 4.5, roles: 20, allRoles: 8, verdicts: 20 },
  contrast: { text: 7, roles: 16, allRoles: 8, verdicts: 7 },
} as const;

const pairs = (names: readonly string[]) =>
  names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));

describe.each(PALETTES.flatMap((name) => SCHEMES.map((scheme) => [name, scheme] as const)))(
  'the palette %s, %s',
  (name, scheme) => {
    const of = readPalette(name, scheme);
    const least = LEAST[name];
    const tooNear = (names: readonly string[], limit: number) =>
      pairs(names).flatMap(([one, other]) =>
        VISIONS.map((by) => [by, distance(by, of(one), of(other))] as const)
          .filter(([, apart]) => apart < limit)
          .map(([by, apart]) => `${one} and ${other}, ${by}: ${apart.toFixed(1)}`),
      );
    const tooFaint = (names: readonly string[], grounds: readonly string[], limit: number) =>
      names.flatMap((one) =>
        grounds
          .map((ground) => [ground, contrast(of(one), of(ground))] as const)
          .filter(([, ratio]) => ratio < limit)
          .map(([ground, ratio]) => `${one} on ${ground}: ${ratio.toFixed(2)}`),
      );

    it('is readable on every background', () => {
      expect(tooFaint(TEXTS, GROUNDS, least.text)).toEqual([]);
      expect(tooFaint(['on-accent'], ['accent'], least.text)).toEqual([]);
      expect(tooFaint(EDGES, GROUNDS.slice(0, 3), 3)).toEqual([]);
      expect(tooFaint(['ink'], ['glow-cell'], 4.5)).toEqual([]);
    });

    it('keeps colours with different meanings apart for every kind of colour vision', () => {
      expect(tooNear(ROLES, least.roles)).toEqual([]);
      expect(tooNear(VERDICTS, least.verdicts)).toEqual([]);
      expect(tooNear(ALL_ROLES, least.allRoles)).toEqual([]);
    });

    it('has visible strengths of the glow, for every kind of colour vision', () => {
      const surface = of('surface');
      for (const by of VISIONS) {
        const lightness = STRENGTHS.map((share) => seen(by, mixed(of('glow'), surface, share))[0]);
        const steps = [seen(by, surface)[0], ...lightness].map((l) =>
          scheme === 'light' ? -l : l,
        );
        for (const [i, step] of steps.slice(1).entries())
          expect(step - (steps[i] ?? 0), `${by}, step ${i}`).toBeGreaterThan(0.02);
      }
    });
  },
);

describe('the measurement of palettes', () => {
  it('computes contrast and simulates colour blindness', () => {
    expect(contrast(colour('#000'), colour('#fff'))).toBeCloseTo(21);
    expect(contrast(colour('#767676'), colour('#fff'))).toBeCloseTo(4.54, 2);
    const [red, green] = [colour('#b02318'), colour('#885300')];
    expect(distance('usual', red, green)).toBeGreaterThan(10);
    expect(distance('deuteranopia', red, green)).toBeLessThan(2);
    expect(distance('tritanopia', red, green)).toBeGreaterThan(9);
    expect(leastDistance(red, green)).toBeLessThan(2);
  });

  it('throws for a missing rule and an unused property', () => {
    expect(() => readPalette('none', 'light')).toThrow('no rule for');
    expect(() => readPalette('usual', 'light')('nothing')).toThrow('--nothing is no colour');
  });
});

it('finds every colour with two schemes in the style sheets that it reads', () => {
  // The colours in code-panel.css and marks.css need no test, because they are the same in every palette.
  const known = /src\/(?:components\/(?:base|palettes|code-panel)|marks\/marks)\.css$/;
  const sheets = siteFiles(/\.css$/).filter(({ text }) => text.includes('light-dark('));
  expect(sheets.flatMap(({ path }) => (known.test(path) ? [] : path))).toEqual([]);
});
