// SPDX-License-Identifier: MIT
// Reads the recipes of docs/embedding.md and follows their instructions.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from './package.ts';

export interface Recipe {
  /** The code of each file, by its path in the project. */
  readonly files: Readonly<Record<string, string>>;
  /** Files to copy: their path in this repository, and their path in the project. */
  readonly copies: readonly (readonly [from: string, to: string])[];
  /** The number of lines of code without empty lines. */
  readonly lines: number;
}

const FENCE = /^((?:(?!```).*\n)*?)```\w+\n([\s\S]*?)^```\n/gm;
const COPY = /copy `([^`]+)` to `([^`]+)`/gi;

function recipeOf(section: string): Recipe {
  const fences = [...section.matchAll(FENCE)].map(([, text = '', code = '']) => {
    const name = /`([^`]+)`:\s*$/.exec(text)?.[1];
    if (name === undefined) throw new Error(`no file name before:\n${code}`);
    return [name, code] as const;
  });
  return {
    files: Object.fromEntries(fences),
    copies: [...section.matchAll(COPY)].map(([, from = '', to = '']) => [from, to]),
    lines: fences.flatMap(([, code]) => code.split('\n')).filter((line) => line.trim()).length,
  };
}

/** The sections of docs/embedding.md that contain code, by heading; except the section "Not tested". */
export async function readRecipes(): Promise<ReadonlyMap<string, Recipe>> {
  const text = await readFile(join(ROOT, 'docs/embedding.md'), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections
      .filter((section) => section.includes('```') && !section.startsWith('Not tested'))
      .map((section) => [section.split('\n', 1)[0] ?? '', recipeOf(section)]),
  );
}

export async function writeFiles(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

export async function copyAll(copies: Recipe['copies'], folder: string): Promise<void> {
  for (const [from, to] of copies)
    await cp(join(ROOT, from), join(folder, to), { recursive: true });
}

export async function follow({ files, copies }: Recipe, folder: string): Promise<void> {
  await writeFiles(folder, files);
  await copyAll(copies, folder);
}
