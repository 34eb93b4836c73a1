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
import { readPalette, SCHEMES } from './support/palettes.ts';

const GROUNDS = ['paper', 'surface', 'surface-sunk', 'active'];
const TEXTS = [
  'ink',
  'ink-soft',
  'accent',
  'query',
  'key',
  'output',
  'holds',
  'condition',
  'fails',
];
/**
 * The colours of lines, edges and focus, which need the contrast ratio of WCAG 2.2, success criterion 1.4.11. They are
 * tested on all backgrounds except the last of `GROUNDS`, because no control is on it.
 */
const EDGES = ['line-strong', 'focus', 'layer-1', 'layer-2'];
const ROLES = ['query', 'key', 'output'];
const VERDICTS = ['holds', 'condition', 'fails'];
const LAYERS = ['key', 'layer-1', 'layer-2'];
const GROUPS = [0, 1, 2, 3, 4, 5].map((index) => `group-${index}`);
/** The strengths of a colour scale that are compared, weakest first. */
const STRENGTHS = [0.25, 0.5, 0.75, 1];

/**
 * `text` is the minimum contrast ratio; the others are minimum colour differences ΔE in OKLab, times 100, where 2 is
 * just noticeable. Only colour distinguishes roles; verdicts also have a sign and a word, layers a pattern, groups a
 * number, so these may differ less.
 */
const LEAST = {
  usual: { text: 4.5, roles: 12, verdicts: 6, layers: 9, groups: 8, heat: 8 },
  safe: { text: 4.5, roles: 20, verdicts: 20, layers: 20, groups: 8, heat: 10 },
  contrast: { text: 7, roles: 16, verdicts: 7, layers: 9, groups: 8, heat: 9 },
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
      expect(tooFaint(['ink'], ['heat-positive', 'heat-negative', ...GROUPS], 4.5)).toEqual([]);
    });

    it('keeps colours with different meanings apart for every kind of colour vision', () => {
      expect(tooNear(ROLES, least.roles)).toEqual([]);
      expect(tooNear(VERDICTS, least.verdicts)).toEqual([]);
      expect(tooNear(LAYERS, least.layers)).toEqual([]);
      expect(tooNear(GROUPS, least.groups)).toEqual([]);
    });

    it('has scales with distinct signs and visible strengths, for every kind of colour vision', () => {
      const surface = of('surface');
      expect(leastDistance(of('heat-positive'), of('heat-negative'))).toBeGreaterThan(least.heat);
      for (const end of ['heat-positive', 'heat-negative'])
        for (const by of VISIONS) {
          const lightness = STRENGTHS.map((share) => seen(by, mixed(of(end), surface, share))[0]);
          const steps = [seen(by, surface)[0], ...lightness].map((l) =>
            scheme === 'light' ? -l : l,
          );
          for (const [i, step] of steps.slice(1).entries())
            expect(step - (steps[i] ?? 0), `${end}, ${by}, step ${i}`).toBeGreaterThan(0.02);
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
