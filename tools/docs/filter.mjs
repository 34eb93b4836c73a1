// SPDX-License-Identifier: MIT
// Doxygen's input filter. It prints a header with the lines "Time …" and "Source: …" as the commands that docs/Doxyfile
// defines, and a page without links into the repository.
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
