// SPDX-License-Identifier: MIT
// Writes the packages for learning platforms to dist/platforms/<language>: each lesson and the whole course, for each
// standard (SCORM 1.2, SCORM 2004, cmi5).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LESSON_IDS } from './lesson-list.mjs';
import { Failure, ROOT } from './process.mjs';
import { withTypeScript } from './type-script.mjs';

const SINGLE = join(ROOT, 'dist/single');
const FOLDER = join(ROOT, 'dist/platforms');

const MIB = 2 ** 20;
/**
 * Maximum size of a package in bytes. The lesson `writing` and the course contain the tales model: 1.1 MB, which
 * compresses by only 10 %.
 */
const MOST = { lesson: 0.6 * MIB, writing: 1.75 * MIB, course: 2 * MIB };

/** @param {string} name */
const read = (name) => readFileSync(join(SINGLE, name), 'utf8');

/** @param {string} id */
const mostOf = (id) => (id === 'course' || id === 'writing' ? MOST[id] : MOST.lesson);

export async function buildPlatforms() {
  rmSync(FOLDER, { recursive: true, force: true });
  await withTypeScript(async (load) => {
    const { packageOf } = await load('/web/src/platforms/package.ts');
    const { STANDARDS, adapterOf } = await load('/web/src/platforms/standards.ts');
    const { languages } = await load('/web/src/i18n/languages.ts');
    const { lessonNames } = await load('/web/build/lesson-names.ts');
    for (const language of languages) {
      const folder = join(FOLDER, language);
      mkdirSync(folder, { recursive: true });
      const names = lessonNames(join(ROOT, 'web/src'), language);
      const messages = join(ROOT, `web/src/i18n/messages/${language}.json`);
      const course = JSON.parse(readFileSync(messages, 'utf8')).site.name;
      const lessons = LESSON_IDS.map((id) => ({ id, ...names[id] }));
      const packed = [
        ...lessons.map((one) => ({ id: one.id, page: one.id, title: one.title, lessons: [one] })),
        { id: 'course', page: 'attention-lab', title: course, lessons },
      ];
      for (const { id, page, ...contents } of packed)
        for (const standard of STANDARDS) {
          const adapter = JSON.parse(read(`${adapterOf(standard)}.json`));
          const zip = packageOf({
            ...contents,
            page: read(`${page}.html`),
            adapter,
            standard,
            language,
          });
          if (zip.length > mostOf(id))
            throw new Failure(
              `${id}-${standard}.zip has ${zip.length} bytes, the limit is ${mostOf(id)}`,
            );
          writeFileSync(join(folder, `${id}-${standard}.zip`), zip);
        }
    }
  });
}
