// SPDX-License-Identifier: MIT
// Cleans the texts that `train:tales` learns from. A text has one paragraph a line, and an empty line between stories.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches paragraphs that do not belong to a tale: an editor's notes, and any with a digit, such as a page number. */
const NOT_OF_A_TALE = /\d|^ *(?:Source|Parallels|Remarks)[.-]|^ *\(.*\)$/;

/** The first words of the stories that are left out; the file contains the reason. @type {{stories: string[]}} */
const LEFT_OUT = JSON.parse(readFileSync(new URL('left-out.json', import.meta.url), 'utf8'));

/** @param {string} text */
function cleanTales(text) {
  const stories = text.split('\n\n').map((story) =>
    story
      .split('\n')
      .filter((paragraph) => paragraph.trim() !== '' && !NOT_OF_A_TALE.test(paragraph))
      .map((paragraph) => ` ${paragraph.trim()}\n`)
      .join(''),
  );
  return stories
    .filter(
      (story) => story && !LEFT_OUT.stories.some((opening) => story.startsWith(` ${opening}`)),
    )
    .map((story) => `${story}\n`)
    .join('');
}

/** @param {string} folder @param {'train' | 'held'} part */
export const talesOf = (folder, part) =>
  cleanTales(readFileSync(join(folder, `${part}.txt`), 'utf8'));
