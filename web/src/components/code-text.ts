// SPDX-License-Identifier: MIT
import type { CodeLine } from '*?excerpts';

/** Consecutive lines of code. If they are an excerpt of a file, `path` is the path of this file. */
export interface CodePart {
  readonly path?: string;
  readonly lines: readonly CodeLine[];
}

const lineText = ({ tokens }: CodeLine): string => tokens.map(([text]) => text).join('');

const placeOf = ({ lines }: CodePart): string =>
  `${lines[0]?.number ?? ''}–${lines.at(-1)?.number ?? ''}`;

/** The code as plain text. Each excerpt of a file starts with a comment that contains its path and line numbers. */
export const codeText = (parts: readonly CodePart[]): string =>
  parts
    .map((part) => {
      const text = part.lines.map(lineText).join('\n');
      return part.path === undefined ? text : `// ${part.path}, ${placeOf(part)}\n${text}`;
    })
    .join('\n\n')
    .concat('\n');
