// SPDX-License-Identifier: MIT
// Doxygen's input filter: prints a file, with the headers' lines "Time …" and "Source: …" and the errors' names as
// Doxygen's commands. `docs/Doxyfile` defines them.
import { readFileSync } from 'node:fs';

const file = process.argv[2] ?? '';
const text = readFileSync(file, 'utf8');
process.stdout.write(
  file.endsWith('.hpp')
    ? text
        .replace(/^( *\/\/\/ )(?=Time )/gm, '$1@complexity ')
        .replace(/^( *\/\/\/ )Source: /gm, '$1@source ')
        .replace(/@throws /g, '@throws Error ')
    : text,
);
