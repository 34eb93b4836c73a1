// SPDX-License-Identifier: MIT
// The kinds of lessons, told from the files that they have. Only the build and the tests need them before a lesson is
// loaded.
import { lessons } from './registry.ts';

const having = (paths: readonly string[]) => (lesson: { readonly id: string }) =>
  paths.some((path) => path.startsWith(`./${lesson.id}/`));

const hasSteps = having(Object.keys(import.meta.glob('./*/steps.ts')));
const hasClaims = having(Object.keys(import.meta.glob('./*/claims.ts')));

/** Lessons of scenes, which the build draws into their pages. */
export const sceneLessons = lessons.filter(hasSteps);

/** Lessons whose figure stays while the reader goes through their passages. */
export const stageLessons = lessons.filter((lesson) => !hasSteps(lesson));

/** Lessons with claims, which have a page Verify. */
export const verifiedLessons = lessons.filter(hasClaims);
