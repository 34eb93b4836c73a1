// SPDX-License-Identifier: MIT
import type { CodeLine } from '*?excerpts';

/** Lines that follow each other; with the file that they are from, if there is one to name. */
export interface CodePart {
  readonly path?: string;
  readonly lines: readonly CodeLine[];
}

const lineText = ({ tokens }: CodeLine): string => tokens.map(([text]) => text).join('');

/** The lines of a part as `70–75`. */
const placeOf = ({ lines }: CodePart): string =>
  `${lines[0]?.number ?? ''}–${lines.at(-1)?.number ?? ''}`;

/** Code as text; lines out of a file say where they are from. */
export const codeText = (parts: readonly CodePart[]): string =>
  parts
    .map((part) => {
      const text = part.lines.map(lineText).join('\n');
      return part.path === undefined ? text : `// ${part.path}, ${placeOf(part)}\n${text}`;
    })
    .join('\n\n')
    .concat('\n');
