// SPDX-License-Identifier: MIT
// Options that several operations share, and their conversion to the numbers that the module reads.

import { flagOr, isGiven, numberOr, refusal } from './arguments.ts';
import type { Caller } from './caller.ts';
import { AttentionError } from './errors.ts';
import type { Tensor, Tensors } from './tensor.ts';

/** The number by which dot products are divided: 1, √d_k, d_k, √embedSize or divisorNumber. */
export const DIVISORS = ['none', 'sqrt_dk', 'dk', 'sqrt_embed', 'number'] as const;
export type Divisor = (typeof DIVISORS)[number];

export interface ScaleOptions {
  /** Default: `sqrt_dk`. */
  divisor?: Divisor;
  /**
   * The divisor, any number except 0. It can be given only if `divisor` is `number`; otherwise the call is rejected.
   */
  divisorNumber?: number;
  /**
   * The number under the square root, a whole number ≥ 1. It can be given only if `divisor` is `sqrt_embed`; otherwise
   * the call is rejected. Default in multi-head attention: the width of the queries.
   */
  embedSize?: number;
}

/** How hidden scores are masked. cpp/attention/mask.hpp has the formulas. */
export const MASK_METHODS = ['exclude', 'fill', 'add'] as const;
export type MaskMethod = (typeof MASK_METHODS)[number];

/** How the axes of a mask are aligned with the axes of the scores. */
export const MASK_AXES = ['explicit', 'trailing'] as const;

/** The key that query i of m stands at, of n keys: i, or i + n − m. */
export const CAUSAL_ALIGNMENTS = ['top_left', 'bottom_right'] as const;
export type CausalAlignment = (typeof CAUSAL_ALIGNMENTS)[number];

/** How the weights of a query are set if the mask excludes all its keys. */
export const EMPTY_ROWS = ['uniform', 'nan', 'zeros'] as const;
export type EmptyRow = (typeof EMPTY_ROWS)[number];

export interface MaskingOptions {
  /** Flags of shape (…, m, n): 1 if a query may attend to a key, else 0. It cannot be combined with `hideMask`. */
  keepMask?: Tensor;
  /** Flags of shape (…, m, n) with the opposite meaning: 1 if a key is hidden from a query, else 0. */
  hideMask?: Tensor;
  /**
   * `explicit` (default): the mask has shape (m, n), or one axis for each axis of the scores, of equal length or 1.
   * `trailing`: axes are aligned from the last one, as in PyTorch's broadcasting. For scores of shape (N, h, m, n), the
   * first axis of a mask of shape (N, m, n) is then aligned with the h heads.
   */
  maskAxes?: (typeof MASK_AXES)[number];
  /**
   * Number of visible keys at the start of a sequence: a scalar, shape (B) with one number per batch item, or shape (B,
   * m) with one per query.
   */
  validLens?: Tensor;
  /** Whether query i attends only to keys 0 … i. Default: false. */
  causal?: boolean;
  /** Default: `exclude`. */
  maskMethod?: MaskMethod;
  /** The number that replaces hidden scores (method `fill`) or is added to them (`add`). Default: −1e9. */
  fill?: number;
  /** For the mask method `exclude`. Default: `uniform`. */
  emptyRow?: EmptyRow;
}

export interface DropoutOptions {
  /** Probability with which a weight is set to 0. The other weights are divided by 1 − `dropoutRate`. Default: 0. */
  dropoutRate?: number;
  /** A whole number. The same seed drops the same weights on all platforms. */
  dropoutSeed?: number;
  /** Flags of shape (…, m, n): 1 for each weight to keep, else 0. If given, `dropoutSeed` has no effect. */
  dropoutKeep?: Tensor;
}

/** The options as numbers, in the order that cpp/bindings/options.hpp reads. */
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

/** The divisor with which each option may be given. With any other divisor, the option would have no effect. */
const READ_BY = { divisorNumber: 'number', embedSize: 'sqrt_embed' } as const;

function refuseUnread(options: ScaleOptions, divisor: Divisor | undefined): void {
  for (const option of ['divisorNumber', 'embedSize'] as const) {
    if (divisor === READ_BY[option]) continue;
    const value = options[option];
    if (isGiven(value))
      throw refusal('UnknownOption', option, `none beside divisor ${divisor}`, value);
  }
}

/**
 * Converts the options of the divisor to numbers.
 * @param own  the defaults of the operation
 */
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

/**
 * Converts the options of the mask to numbers.
 * @param own  the operation's defaults for the axes, the method and the fill; the other defaults are always the same
 */
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

/**
 * The mask, under the argument name that the caller used, and the valid lengths, in the order that the module reads.
 */
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
