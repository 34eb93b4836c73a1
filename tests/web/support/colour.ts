// SPDX-License-Identifier: MIT
// Functions of colours: contrast ratio, simulated colour blindness, and perceptual difference.

/** A colour in linear sRGB: red, green and blue, each from 0 to 1. */
export type Colour = readonly [number, number, number];

/**
 * For each kind of colour vision, the matrix that maps a colour in linear RGB to the colour as it is
 * perceived. Source: Machado, Oliveira, Fernandes 2009, severity 1.0.
 */
const VISION = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const;

export type Vision = keyof typeof VISION;
export const VISIONS = Object.keys(VISION) as readonly Vision[];

const TO_CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
] as const;
const TO_LAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
] as const;

type Matrix = readonly [Colour, Colour, Colour];

const times = ([a, b, c]: Matrix, [x, y, z]: Colour): Colour => [
  a[0] * x + a[1] * y + a[2] * z,
  b[0] * x + b[1] * y + b[2] * z,
  c[0] * x + c[1] * y + c[2] * z,
];
const each = ([x, y, z]: Colour, change: (value: number) => number): Colour => [
  change(x),
  change(y),
  change(z),
];
const clamped = (value: number) => Math.min(Math.max(value, 0), 1);
const decoded = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
const encoded = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);

/** Parses #rrggbb or #rgb. */
export function colour(hex: string): Colour {
  const digits = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
  const channel = (from: number) => Number.parseInt(digits.slice(from, from + 2), 16) / 255;
  return each([channel(1), channel(3), channel(5)], decoded);
}

/** Mixes two colours like `color-mix(in srgb)` or opacity; `share` is the share of `over`, from 0 to 1. */
export function mixed(over: Colour, under: Colour, share: number): Colour {
  const ground = each(under, encoded);
  const [r, g, b] = each(over, encoded);
  return each(
    [
      r * share + ground[0] * (1 - share),
      g * share + ground[1] * (1 - share),
      b * share + ground[2] * (1 - share),
    ],
    decoded,
  );
}

const luminance = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The OKLab coordinates of a colour as it is perceived with a kind of colour vision. */
export const seen = (by: Vision, from: Colour): Colour =>
  times(TO_LAB, each(times(TO_CONES, each(times(VISION[by], from), clamped)), Math.cbrt));

/** The colour difference ΔE in OKLab, times 100, for a kind of colour vision. A difference of 2 is just noticeable. */
export function distance(by: Vision, one: Colour, other: Colour): number {
  const [l, a, b] = seen(by, one);
  const [m, c, d] = seen(by, other);
  return 100 * Math.hypot(l - m, a - c, b - d);
}

export const leastDistance = (one: Colour, other: Colour): number =>
  Math.min(...VISIONS.map((by) => distance(by, one, other)));
