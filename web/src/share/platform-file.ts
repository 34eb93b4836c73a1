// SPDX-License-Identifier: MIT
// Makes a package for a learning platform in the reader's browser, from the files of this site.
import { fileName, saveFile } from '../components/save-file.ts';
import { createI18n } from '../i18n/i18n.ts';
import { lessonSummary, lessonTitle } from '../i18n/lesson-names.ts';
import { packageOf } from '../platforms/package.ts';
import { adapterOf, type Standard } from '../platforms/standards.ts';
import { fileAddress, packageSettings, type Sharing } from './snippets.ts';

async function read(address: string, base: string): Promise<Response> {
  const response = await fetch(new URL(address, base));
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return response;
}

/**
 * Downloads a lesson with the teacher's settings as a package.
 * @param language  the language of the lesson and its title
 * @param base  the URL of the site's folder
 * @throws if a file of the site cannot be loaded
 */
export async function savePackage(
  sharing: Sharing,
  standard: Standard,
  language: string,
  base: string,
): Promise<void> {
  const id = sharing.lesson;
  const [i18n, page, adapter] = await Promise.all([
    createI18n(language),
    read(fileAddress(sharing), base).then((response) => response.text()),
    read(`single/${adapterOf(standard)}.json`, base).then((response) => response.json()),
  ]);
  const title = lessonTitle(i18n, id);
  const zip = packageOf({
    ...{ standard, language, title, page, adapter, settings: packageSettings(sharing) },
    lessons: [{ id, title, summary: lessonSummary(i18n, id) }],
  });
  saveFile(new Blob([zip], { type: 'application/zip' }), fileName([id, standard], 'zip'));
}
