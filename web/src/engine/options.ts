// SPDX-License-Identifier: MIT
// Choices that several concepts share, and how they cross.
import type { Caller } from './caller.ts';
import { flagOr, isGiven, numberOr, refusal } from './check.ts';
import { AttentionError } from './errors.ts';
import type { Tensor, Tensors } from './tensor.ts';

/** What dot products are divided by: 1, √d_k, d_k, √embedSize or divisorNumber. */
export const DIVISORS = ['none', 'sqrt_dk', 'dk', 'sqrt_embed', 'number'] as const;
export type Divisor = (typeof DIVISORS)[number];

export interface ScaleOptions {
  /** `sqrt_dk` unless given. */
  divisor?: Divisor;
  /** For `number` and refused beside another divisor: not 0. */
  divisorNumber?: number;
  /**
   * For `sqrt_embed` and refused beside another divisor: a whole number ≥ 1. Multi-head attention
   * takes its own unless given.
   */
  embedSize?: number;
}

/** What happens to a hidden score; cpp/attention/mask.hpp says more of each. */
export const MASK_METHODS = ['exclude', 'fill', 'add'] as const;
export type MaskMethod = (typeof MASK_METHODS)[number];

/** How a mask's axes meet the scores'. */
export const MASK_AXES = ['explicit', 'trailing'] as const;

/** What a row in which every key is excluded becomes. */
export const EMPTY_ROWS = ['uniform', 'nan', 'zeros'] as const;
export type EmptyRow = (typeof EMPTY_ROWS)[number];

export interface MaskingOptions {
  /** Flags over the scores (…, m, n), 1 where a query may see a key. Not with `hideMask`. */
  keepMask?: Tensor;
  /** The other convention: 1 where it may not. */
  hideMask?: Tensor;
  /**
   * `explicit` (default): (m, n), or one axis for each of the scores'. `trailing`: as PyTorch
   * broadcasts, by which a (N, m, n) mask is laid along the heads.
   */
  maskAxes?: (typeof MASK_AXES)[number];
  /** Whole numbers: one for all, one a batch item (B), or one a query (B, m). */
  validLens?: Tensor;
  /** Query i sees the keys 0 … i. */
  causal?: boolean;
  /** `exclude` unless given. */
  maskMethod?: MaskMethod;
  /** For `fill` and `add`; −1e9 unless given. */
  fill?: number;
  /** For `exclude`; `uniform` unless given. */
  emptyRow?: EmptyRow;
}

export interface DropoutOptions {
  /** 0 … 1; 0 unless given. */
  dropoutRate?: number;
  /** A whole number; the same seed drops the same weights. */
  dropoutSeed?: number;
  /** (…, m, n) flags of the weights to keep, in place of the seed's. */
  dropoutKeep?: Tensor;
}

/** In the order of cpp/bindings/options.hpp. */
export type ScaleChoices = readonly [divisor: number, number: number, embedSize: number];
export type MaskingChoices = readonly [
  isHideMask: number,
  isTrailing: number,
  isCausal: number,
  method: number,
  fill: number,
  emptyRow: number,
];

const DEFAULT_SCALE: ScaleChoices = [DIVISORS.indexOf('sqrt_dk'), 1, 0];
const DEFAULT_MASKING: MaskingChoices = [0, 0, 0, 0, -1e9, 0];

/** The only divisor that reads the option. */
const READ_BY = { divisorNumber: 'number', embedSize: 'sqrt_embed' } as const;

function refuseUnread(options: ScaleOptions, divisor: Divisor | undefined): void {
  for (const option of ['divisorNumber', 'embedSize'] as const) {
    if (divisor === READ_BY[option]) continue;
    const value = options[option];
    if (isGiven(value))
      throw refusal('UnknownOption', option, `none beside divisor ${divisor}`, value);
  }
}

/** @param own  what stands in for an option that is not given */
export function scaleChoices(
  caller: Caller,
  options: ScaleOptions,
  own = DEFAULT_SCALE,
): ScaleChoices {
  const named = options.divisor;
  const divisor = isGiven(named) ? caller.choice('divisor', named) : own[0];
  refuseUnread(options, DIVISORS[divisor]);
  return [
    divisor,
    numberOr('divisorNumber', options.divisorNumber, own[1]),
    numberOr('embedSize', options.embedSize, own[2]),
  ];
}

/** @param own  what stands in for maskAxes, maskMethod and fill where they are not given */
export function maskingChoices(
  caller: Caller,
  options: MaskingOptions,
  own = DEFAULT_MASKING,
): MaskingChoices {
  const { maskAxes, maskMethod, emptyRow } = options;
  return [
    isGiven(options.hideMask) ? 1 : 0,
    isGiven(maskAxes) ? caller.choice('maskAxes', maskAxes, MASK_AXES) : own[1],
    flagOr('causal', options.causal, 0),
    isGiven(maskMethod) ? caller.choice('maskMethod', maskMethod) : own[3],
    numberOr('fill', options.fill, own[4]),
    isGiven(emptyRow) ? caller.choice('emptyRow', emptyRow) : DEFAULT_MASKING[5],
  ];
}

export const dropoutChoices = (options: DropoutOptions) =>
  [
    numberOr('dropoutRate', options.dropoutRate, 0),
    numberOr('dropoutSeed', options.dropoutSeed, 0),
  ] as const;

/** The mask, under the name that it was given by, and the valid lengths, as they stand in a request. */
export function maskTensors({ keepMask, hideMask, validLens }: MaskingOptions): Tensors {
  if (isGiven(keepMask) && isGiven(hideMask))
    throw new AttentionError(
      'UnknownOption',
      'hideMask',
      'none beside keepMask',
      'keepMask, hideMask',
    );
  return isGiven(hideMask) ? { hideMask, validLens } : { keepMask, validLens };
}
