// SPDX-License-Identifier: MIT
// Checks the links and the commands in the documentation.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .trim()
  .split('\n')
  .filter((path) => existsSync(path));
const pages = files.filter((path) => path.endsWith('.md') && !path.startsWith('web/src/'));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const withoutCode = (text) =>
  text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors that GitHub generates for the headings of a page. */
const anchorsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

it.each(pages)('%s links to files and headings that exist', (page) => {
  const dead = [...withoutCode(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path ? join(dirname(page), path) : page;
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
  expect(dead).toEqual([]);
});

it.each(pages)('%s names commands that exist', (page) => {
  const named = [...readFileSync(page, 'utf8').matchAll(/\bnpm run ([\w:-]+)/g)];
  expect(
    named.map(([, name = '']) => name).filter((name) => !Object.hasOwn(scripts, name)),
  ).toEqual([]);
});

it.each(pages)('%s names files that exist', (page) => {
  const named = readFileSync(page, 'utf8').matchAll(
    /`((?:bench|cpp|examples|tests|tools|web)\/[\w./-]*\w)`/g,
  );
  const gone = [...named].map(([, path = '']) => path).filter((path) => !existsSync(path));
  expect(gone).toEqual([]);
});

it('README and each page of docs have at most 150 lines', () => {
  const long = pages
    .filter((page) => /^(README|docs\/[\w-]+)\.md$/.test(page))
    .filter((page) => readFileSync(page, 'utf8').trimEnd().split('\n').length > 150);
  expect(long).toEqual([]);
});

it('docs/map.md has one sentence for each folder, and no other', () => {
  const rows = [...readFileSync('docs/map.md', 'utf8').matchAll(/^\| `(.+)` \| [A-Z].*\. \|$/gm)];
  const named = rows.map(([, folder = '']) => folder);
  const pattern = (folder) => new RegExp(`^${folder.replaceAll(/<\w+>/g, '[\\w-]+')}$`);
  const folders = [...new Set(files.map(dirname))].filter((folder) =>
    /^(\w|\.github)/.test(folder),
  );
  const without = folders.filter((folder) => !named.some((name) => pattern(name).test(folder)));
  const gone = named.filter((name) => !folders.some((folder) => pattern(name).test(folder)));
  expect({ without, gone }).toEqual({ without: [], gone: [] });
  expect(new Set(named).size).toBe(named.length);
});

it('docs/design.md names files that exist, and functions that are in them', () => {
  const text = readFileSync('docs/design.md', 'utf8');
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
  const steps = [...text.matchAll(/\| `(\S+)` \| `(\w+)` \|$/gm)];
  expect(steps.length).toBeGreaterThan(20);
  const wrong = steps.filter(([, file = '', name = '']) => {
    const definition = new RegExp(`\\b${name}(<\\w.*>)?(\\(| =|: )`);
    return !definition.test(readFileSync(file, 'utf8'));
  });
  expect(wrong.map(([step]) => step)).toEqual([]);
  // The text before this heading lists the steps from a lesson to the SIMD kernel, each with a file and a function. The
  // C++ file of each step must call the function of the next step.
  const [toTheKernel = ''] = text.split('## From the kernel');
  const native = [...toTheKernel.matchAll(/\| `(cpp\/\S+)` \| `(\w+)` \|$/gm)];
  expect(native.length).toBeGreaterThan(4);
  const uncalled = native.slice(1).filter(([, , name = ''], previous) => {
    const [, file = ''] = native[previous] ?? [];
    return !new RegExp(`\\b${name}(<T>)?\\(.*;`).test(readFileSync(file, 'utf8'));
  });
  expect(uncalled.map(([step]) => step)).toEqual([]);
});
