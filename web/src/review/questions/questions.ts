// SPDX-License-Identifier: MIT
import { nearest } from './kernel-regression.ts';
import { fill } from './masking.ts';
import { order } from './order.ts';
import { symmetric, walk } from './query-key.ts';
import type { ReviewQuestion } from './question.ts';
import { divisor, flat } from './scaling.ts';
import { heads, memory } from './sizes.ts';
import { gradient } from './softmax.ts';

export const QUESTIONS = [
  nearest,
  gradient,
  walk,
  symmetric,
  divisor,
  flat,
  fill,
  heads,
  order,
  memory,
] as readonly ReviewQuestion<unknown>[];
