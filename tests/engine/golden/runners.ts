// SPDX-License-Identifier: MIT
import { ATTENTION } from './runners/attention.ts';
import { KERNEL } from './runners/kernel.ts';
import { LANGUAGE_MODEL } from './runners/language-model.ts';
import { MASK } from './runners/mask.ts';
import { MOMENTS } from './runners/moments.ts';
import { MULTI_HEAD } from './runners/multi-head.ts';
import { PARTS } from './runners/parts.ts';
import { SCORES } from './runners/scores.ts';
import { SOFTMAX } from './runners/softmax.ts';
import { TRAINING } from './runners/training.ts';
import type { Runners } from './values.ts';

export const RUNNERS: Runners = {
  ...SOFTMAX,
  ...MASK,
  ...KERNEL,
  ...ATTENTION,
  ...MULTI_HEAD,
  ...SCORES,
  ...MOMENTS,
  ...TRAINING,
  ...LANGUAGE_MODEL,
  ...PARTS,
};
