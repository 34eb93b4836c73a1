// SPDX-License-Identifier: MIT
// Lists all lessons: the folders in web/src/lessons that contain a lesson.json, sorted by the `order` in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

const FOLDER = join(ROOT, 'web/src/lessons');

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} folder
 */

/** @type {readonly Lesson[]} */
export const LESSONS = readdirSync(FOLDER)
  .map((id) => ({ id, folder: join(FOLDER, id) }))
  .filter(({ folder }) => existsSync(join(folder, 'lesson.json')))
  .map(({ id, folder }) => ({
    id,
    folder,
    order: JSON.parse(readFileSync(join(folder, 'lesson.json'), 'utf8')).order,
  }))
  .sort((one, other) => one.order - other.order)
  .map(({ order: _, ...lesson }) => lesson);

export const LESSON_IDS = LESSONS.map(({ id }) => id);

/** The ids of the lessons that have a file. @param {string} file */
const having = (file) =>
  LESSONS.filter(({ folder }) => existsSync(join(folder, file))).map(({ id }) => id);

/** The ids of the lessons of scenes. */
export const SCENE_LESSONS = having('steps.ts');

/** The ids of the lessons with claims, which have a page Verify. */
export const VERIFIED_LESSONS = having('claims.ts');
