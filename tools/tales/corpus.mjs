// SPDX-License-Identifier: MIT
// Cleans the training texts of `train:tales`. Each line is a paragraph; an empty line separates stories.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches paragraphs that are not part of a tale: an editor's notes, and those with a digit, such as a page number. */
const NOT_OF_A_TALE = /\d|^ *(?:Source|Parallels|Remarks)[.-]|^ *\(.*\)$/;

/** The first words of the stories to leave out, with the reason in the file. @type {{stories: string[]}} */
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
