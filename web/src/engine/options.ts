// SPDX-License-Identifier: MIT
// Options that several operations share.

import { isGiven, refusal } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { OptionTable } from './glue.ts';
import type { Tensor, Tensors } from './tensor.ts';

/** The number by which dot products are divided: 1, √d_k, d_k, √embedSize or divisorNumber. */
export const DIVISORS = ['none', 'sqrt_dk', 'dk', 'sqrt_embed', 'number'] as const;
export type Divisor = (typeof DIVISORS)[number];

export interface ScaleOptions {
  /** Default: `sqrt_dk`. */
  divisor?: Divisor;
  /** The divisor, any number except 0. The call is rejected unless `divisor` is `number`. */
  divisorNumber?: number;
  /**
   * The number whose square root is the divisor: a whole number ≥ 1. The call is rejected unless `divisor` is
   * `sqrt_embed`. Default in multi-head attention: the width of the queries.
   */
  embedSize?: number;
}

/** Methods of masking hidden scores. cpp/attention/options.hpp has the formulas. */
export const MASK_METHODS = ['exclude', 'fill', 'add'] as const;
export type MaskMethod = (typeof MASK_METHODS)[number];

/** Alignments of the axes of a mask with the axes of the scores. See `maskAxes`. */
export const MASK_AXES = ['explicit', 'trailing'] as const;

/** Alignments of a causal mask with the scores if the numbers of queries and keys differ. See `alignment`. */
export const CAUSAL_ALIGNMENTS = ['top_left', 'bottom_right'] as const;
export type CausalAlignment = (typeof CAUSAL_ALIGNMENTS)[number];

/** The weights of a query if the mask excludes all its keys. */
export const EMPTY_ROWS = ['uniform', 'nan', 'zeros'] as const;
export type EmptyRow = (typeof EMPTY_ROWS)[number];

export interface MaskingOptions {
  /** Flags of shape (…, m, n): 1 if a query may attend to a key, else 0. Cannot be combined with `hideMask`. */
  keepMask?: Tensor;
  /** Flags of shape (…, m, n) with the opposite meaning: 1 if a key is hidden from a query, else 0. */
  hideMask?: Tensor;
  /**
   * `explicit` (default): the mask has shape (m, n), or as many axes as the scores, each equally long or of length 1.
   * `trailing`: axes are aligned from the last one, as in PyTorch's broadcasting. With scores of shape (N, h, m, n),
   * the first axis of a mask of shape (N, m, n) is then aligned with the h heads.
   */
  maskAxes?: (typeof MASK_AXES)[number];
  /**
   * Number of visible keys at the start of a sequence: a scalar, one number per batch item, of shape (B), or one per
   * query, of shape (B, m).
   */
  validLens?: Tensor;
  /** Whether a query attends only to keys up to its own position (see `alignment`). Default: false. */
  causal?: boolean;
  /**
   * The position of query i if `causal` is set: i for `top_left` (default), or i + n − m for `bottom_right`, with m
   * queries and n keys.
   */
  alignment?: CausalAlignment;
  /** Default: `exclude`. */
  maskMethod?: MaskMethod;
  /** The number that replaces hidden scores (method `fill`) or is added to them (`add`). Default: −1e9. */
  fill?: number;
  /** The weights of a query without visible keys, for the mask method `exclude`. Default: `uniform`. */
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

/** The value of `divisor` that each option requires. With other divisors, the option would have no effect. */
const READ_BY = { divisorNumber: 'number', embedSize: 'sqrt_embed' } as const;

/**
 * Like `Caller.choices`, for an operation that divides scores.
 * @throws AttentionError (UnknownOption) for an option of the divisor that would have no effect
 */
export function dividedChoices(
  caller: Caller,
  structure: keyof OptionTable,
  options: ScaleOptions,
): number[] {
  const choices = caller.choices(structure, options);
  const divisor = options.divisor ?? caller.defaultOf(structure, 'divisor');
  for (const option of ['divisorNumber', 'embedSize'] as const) {
    if (divisor === READ_BY[option]) continue;
    const value = options[option];
    if (isGiven(value))
      throw refusal('UnknownOption', option, 'noneBesideChoice', ['divisor', `${divisor}`], value);
  }
  return choices;
}

/** The masks and the valid lengths, in the order that the module reads. */
export function maskTensors({ keepMask, hideMask, validLens }: MaskingOptions): Tensors {
  if (isGiven(keepMask) && isGiven(hideMask))
    throw refusal('UnknownOption', 'hideMask', 'noneBeside', ['keepMask'], 'keepMask, hideMask');
  return { keepMask, hideMask, validLens };
}
