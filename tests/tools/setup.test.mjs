// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newest } from '../../tools/build.mjs';
import { relaxed } from '../../tools/setup/acorn.mjs';
import { findCommand, hasHeader } from '../../tools/setup/find.mjs';
import { holds } from '../../tools/setup/node-modules.mjs';
import { packagesOf, requirementsOf } from '../../tools/setup/requirements.mjs';
import { requireNode } from '../../tools/setup.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-lab-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function touch(path, options) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), '', options);
  return join(folder, path);
}

describe('versions', () => {
  test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0'])('Node %s is accepted', (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  test.each(['18.20.4', '20.18.3', '21.7.3', '22.11.0'])('Node %s is refused', (version) => {
    expect(() => requireNode(version)).toThrow(`Node ${version} is too old`);
  });
});

describe('finding', () => {
  test('a command must be executable', () => {
    touch('a/ninja');
    const path = touch('b/ninja', { mode: 0o755 });
    const PATH = [join(folder, 'a'), join(folder, 'b')].join(delimiter);
    expect(findCommand(['ninja'], { PATH })).toBe(path);
    expect(findCommand(['absent'], { PATH })).toBeUndefined();
  });

  test.each([
    ['CPATH', ''],
    ['CMAKE_PREFIX_PATH', 'include'],
  ])('a header is found where %s points', (variable, below) => {
    touch(join(below, 'eigen3/Eigen/Head'));
    expect(hasHeader('Eigen/Head', { [variable]: folder })).toBe(true);
    expect(hasHeader('Eigen/Head', {})).toBe(false);
  });
});

describe('requirements', () => {
  test('npm test needs everything that the other tests need', () => {
    const roles = ['site', 'check', 'native', 'engine', 'browser'];
    for (const requirement of roles.flatMap(requirementsOf))
      expect(requirementsOf('test')).toContain(requirement);
    expect(packagesOf(requirementsOf('test')).join(' ')).not.toMatch(/libbenchmark-dev|doxygen/);
  });
});

describe('node_modules', () => {
  const lock = {
    packages: {
      '': { version: '1' },
      'node_modules/lit': { version: '3.3.3', integrity: 'a' },
      'node_modules/only-mac': { version: '1.0.0', integrity: 'b', optional: true },
    },
  };
  const lit = { version: '3.3.3', integrity: 'a' };

  test('matches the lock file, even without packages for other platforms', () => {
    expect(holds({ packages: { 'node_modules/lit': lit } }, lock)).toBe(true);
  });

  test('does not match if a package is missing, different or extra', () => {
    expect(holds({ packages: {} }, lock)).toBe(false);
    expect(holds({ packages: { 'node_modules/lit': { ...lit, version: '3.3.2' } } }, lock)).toBe(
      false,
    );
    const more = { 'node_modules/lit': lit, 'node_modules/x': { version: '1' } };
    expect(holds({ packages: more }, lock)).toBe(false);
  });
});

test('the copy of node-acorn accepts any nodejs and has its own version', () => {
  const control =
    'Package: node-acorn\nVersion: 8.8.1-2\n' +
    'Depends: node-xtend, nodejs:any | nodejs (<< 12.22.5~dfsg-4~)\nDescription: nodejs:any\n';
  expect(relaxed(control)).toBe(
    'Package: node-acorn\nVersion: 8.8.1-2+anynodejs1\n' +
      'Depends: node-xtend, nodejs\nDescription: nodejs:any\n',
  );
});

test('newest: the latest of files and folders at any depth; ignores missing ones', () => {
  const old = touch('web/a/old.ts');
  const young = touch('web/a/b/young.ts');
  for (const path of ['web', 'web/a', 'web/a/b'].map((name) => join(folder, name))) {
    utimesSync(path, 1000, 1000);
  }
  utimesSync(old, 2000, 2000);
  utimesSync(young, 3000, 3000);
  expect(newest([join(folder, 'web'), join(folder, 'absent')])).toBe(3_000_000);
  expect(newest([join(folder, 'absent')])).toBe(0);
});

test('tools/run.mjs starts without installed packages', () => {
  cpSync('tools', join(folder, 'tools'), { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'tools/run.mjs'), '?'], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^usage: /);
  expect(status).toBe(2);
});
