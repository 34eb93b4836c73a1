// SPDX-License-Identifier: MIT
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveSources, checksums, objections, tagRelease } from '../../tools/release.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-lab-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
const write = (name, text) => writeFileSync(join(folder, name), text);

/** Creates a Git repository that meets the requirements for the release of version 1.2.0. */
function createRepository() {
  write('package.json', '{ "version": "1.2.0" }');
  write(
    'CMakeLists.txt',
    'cmake_minimum_required(VERSION 3.25)\nproject(x VERSION 1.2.0 LANGUAGES CXX)\n',
  );
  write('CHANGELOG.md', '# Changelog\n\n## [1.2.0] - 2026-11-23\n');
  git('init', '--quiet');
  git('config', 'user.name', 'A test');
  git('config', 'user.email', 'test@example.org');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
}

describe('a release', () => {
  beforeEach(createRepository);

  it('is a tag', async () => {
    expect(objections(folder)).toEqual([]);
    await tagRelease(folder);
    expect(git('tag', '--list')).toBe('v1.2.0\n');
    await expect(tagRelease(folder)).rejects.toThrow('No release: the tag v1.2.0 exists.');
  });

  it.each([
    ['notes.md', '', 'there are changes that are not committed'],
    ['CHANGELOG.md', '\n## [1.2.00]\n', 'CHANGELOG.md has no section [1.2.0]'],
    [
      'CMakeLists.txt',
      'project(x VERSION 1.1.0)',
      'the version is 1.2.0 in package.json, but 1.1.0 in CMakeLists.txt',
    ],
  ])('is refused after a change of %s', async (name, text, reason) => {
    write(name, text);
    expect(objections(folder)).toContain(reason);
    await expect(tagRelease(folder)).rejects.toThrow(reason);
    expect(git('tag', '--list')).toBe('');
  });
});

it('the archive of C++ sources contains all that CMake needs, and licences', async () => {
  const file = join(folder, 'sources.tar.gz');
  await archiveSources(file, 'cpp-1.2.0/');
  execFileSync('tar', ['-xzf', file, '-C', folder]);
  const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).split('\n');
  const folders = readFileSync('CMakeLists.txt', 'utf8').matchAll(/add_subdirectory\((.*)\)/g);
  for (const [, name] of folders) expect(names).toContain(`cpp-1.2.0/${name}/CMakeLists.txt`);
  for (const name of ['LICENSE', 'cpp/licenses/highway.txt', 'examples/cpp/CMakeLists.txt'])
    expect(names).toContain(`cpp-1.2.0/${name}`);
  expect(names.filter((name) => /node_modules|\/web\/|package\.json/.test(name))).toEqual([]);
  const [from, to] = [join(folder, 'cpp-1.2.0'), join(folder, 'build')];
  for (const name of names.filter((name) => /CMakeLists\.txt$|\.cmake$/.test(name)))
    for (const [, path] of readFileSync(join(folder, name), 'utf8').matchAll(
      /\{PROJECT_SOURCE_DIR\}\/([\w/.-]+)/g,
    ))
      expect(existsSync(join(from, path)), `${path} in ${name}`).toBe(true);
  // CMake fails if the archive lacks a source file of a target. By default, the targets include the native tests.
  const { status, stderr } = spawnSync('cmake', ['-S', from, '-B', to, '-G', 'Ninja']);
  expect(status, `${stderr}`).toBe(0);
});

it('checksums are SHA-256', () => {
  write('b.txt', 'b');
  write('a.txt', '');
  expect(checksums(folder)).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.txt\n' +
      '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b.txt\n',
  );
});
