// SPDX-License-Identifier: MIT
// Lists all lessons: the folders in web/src/lessons that contain a lesson.json, sorted by the `order` in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.mjs';

const FOLDER = join(ROOT, 'web/src/lessons');

/**
 * @param {string} id
 * @param {string} file  its path in the folder of the lesson
 */
export const hasFile = (id, file) => existsSync(join(FOLDER, id, file));

/**
 * All lessons. `sentences`: the lesson loads the trained sentence model. `trains`: the lesson loads the WebAssembly
 * module with training.
 * @type {readonly {id: string, order: number, sentences?: true, trains?: true}[]}
 */
export const LESSONS = readdirSync(FOLDER)
  .filter((id) => hasFile(id, 'lesson.json'))
  .map((id) => ({ id, ...JSON.parse(readFileSync(join(FOLDER, id, 'lesson.json'), 'utf8')) }))
  .sort((one, other) => one.order - other.order);

export const LESSON_IDS = LESSONS.map(({ id }) => id);
