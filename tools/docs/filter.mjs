// SPDX-License-Identifier: MIT
// Doxygen's input filter. In a header, it converts the lines "Time …" and "Source: …" to commands that docs/Doxyfile
// defines, and adds the exception's type to @throws. In a Markdown page, it replaces links into the repository by their
// texts.
import { readFileSync } from 'node:fs';

const file = process.argv[2] ?? '';
const text = readFileSync(file, 'utf8');
process.stdout.write(
  file.endsWith('.hpp')
    ? text
        .replace(/^( *\/\/\/ )(?=Time )/gm, '$1@complexity ')
        .replace(/^( *\/\/\/ )Source: /gm, '$1@source ')
        .replace(/@throws /g, '@throws Error ')
    : text.replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '`$1`'),
);
