// SPDX-License-Identifier: MIT
// The walk: the lessons in their order, and at its end the ledger of all that the documents state.
import { documents } from '../documents/entry.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessons } from '../lessons/registry.ts';

export const stops: readonly LessonEntry[] = [...lessons, documents];
