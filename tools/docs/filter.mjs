// SPDX-License-Identifier: MIT
// Doxygen's input filter. In a header, "Time …" becomes "@complexity Time …", and "Source: …" becomes "@source …"
// (docs/Doxyfile defines both commands). "@throws ShapeMismatch" becomes "@throws Error ShapeMismatch", because Doxygen
// expects the type of the exception first. In a Markdown page, a link into the repository becomes its text as code:
// "[text](../file)" → "`text`".
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
