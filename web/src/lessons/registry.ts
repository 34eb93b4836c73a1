// SPDX-License-Identifier: MIT
// The list of all lessons: every folder with a file lesson.json, sorted by the number `order` in lesson.json.
import { loadFile } from '../i18n/load-file.ts';
import { entryTexts, type TextFile } from './entry-texts.ts';
import type { Lesson, LessonEntry } from './lesson.ts';

interface Place extends Pick<LessonEntry, 'part' | 'optional' | 'trains' | 'sentences' | 'claims'> {
  readonly order: number;
}

const places = import.meta.glob<Place>('./*/lesson.json', { eager: true, import: 'default' });
const modules = import.meta.glob<{ lesson: Lesson<unknown> }>('./*/lesson.ts');
const texts = import.meta.glob<TextFile>('./*/text.*.md');

const entry = (id: string, place: Place): LessonEntry => ({
  id,
  ...place,
  load: async () => (await loadFile(modules, `./${id}/lesson.ts`)).lesson,
  ...entryTexts(texts, (language) => `./${id}/text.${language}.md`),
});

export const lessons: readonly LessonEntry[] = Object.entries(places)
  .toSorted(([, one], [, other]) => one.order - other.order)
  .map(([path, place]) => entry(path.split('/')[1] ?? '', place));

export const verifiedLessons = lessons.filter(({ claims = 0 }) => claims > 0);

/** The ids of the lessons with a number (all except optional ones), in course order. */
const numbered = lessons.flatMap(({ id, optional }) => (optional ? [] : id));

export const lessonCount = numbered.length;

/** The number of a lesson, counted from 1. Undefined for an optional lesson and for other pages. */
export function lessonNumber(id: string): number | undefined {
  const index = numbered.indexOf(id);
  return index < 0 ? undefined : index + 1;
}
