// SPDX-License-Identifier: MIT
// All lessons: every folder with a lesson.json, in the order that this file gives.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

const FOLDER = join(ROOT, 'web/src/lessons');

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} folder
 * @property {boolean} isFramed  whether it has a stage, beats and Verify
 */

/** @type {readonly Lesson[]} */
export const LESSONS = readdirSync(FOLDER)
  .map((id) => ({ id, folder: join(FOLDER, id) }))
  .filter(({ folder }) => existsSync(join(folder, 'lesson.json')))
  .map(({ id, folder }) => ({
    id,
    folder,
    isFramed: readFileSync(join(folder, 'lesson.ts'), 'utf8').includes('defineLesson'),
    order: JSON.parse(readFileSync(join(folder, 'lesson.json'), 'utf8')).order,
  }))
  .sort((one, other) => one.order - other.order)
  .map(({ order: _, ...lesson }) => lesson);

export const LESSON_IDS = LESSONS.map(({ id }) => id);
