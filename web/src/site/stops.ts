// SPDX-License-Identifier: MIT
// All pages that "Next" and "Previous" visit: the lessons in course order, then the review, then the page of the ledger
// (the source documents' statements with their verdicts).
import { documents } from '../documents/lesson-entry.ts';
import type { LessonEntry } from '../lessons/lesson.ts';
import { lessons } from '../lessons/registry.ts';
import { review } from '../review/lesson-entry.ts';

export const stops: readonly LessonEntry[] = [...lessons, review, documents];
