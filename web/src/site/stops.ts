// SPDX-License-Identifier: MIT
// The lessons in course order, followed by the ledger.
import { documents } from '../documents/entry.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessons } from '../lessons/registry.ts';

export const stops: readonly LessonEntry[] = [...lessons, documents];
