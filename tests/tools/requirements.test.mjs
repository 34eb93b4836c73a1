// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { findMissing } from '../../tools/setup/detect.mjs';
import { packagesOf } from '../../tools/setup/packages.mjs';
import { packagesFor } from '../../tools/setup/platform.mjs';
import { IS_DEBIAN, REQUIREMENTS, requirementsOf } from '../../tools/setup/requirements.mjs';

const nothing = () => ({});
const everything = () => ({ path: '/usr/bin/it' });
const ids = (list) => list.map(({ id }) => id);

/** The Debian packages that a role such as "site" needs on a machine without any of the required programs. */
const bareDebian = (role) =>
  packagesFor(findMissing(requirementsOf(role, 'linux'), {}, nothing), 'debian').join(' ');

describe('requirements', () => {
  test('npm start needs the WebAssembly compiler and no browser', () => {
    expect(bareDebian('site')).toBe('emscripten cmake ninja-build libeigen3-dev libhwy-dev');
  });

  test('the native tests need neither Emscripten nor a browser', () => {
    expect(bareDebian('native')).toBe(
      'cmake ninja-build g++ libeigen3-dev libhwy-dev catch2 nlohmann-json3-dev clang libclang-rt-dev',
    );
  });

  test('tools for a few commands are required only by these', () => {
    expect(bareDebian('bench-native')).toBe(
      'cmake ninja-build g++ libeigen3-dev libhwy-dev libbenchmark-dev',
    );
    expect(bareDebian('docs')).toBe('doxygen');
    expect(bareDebian('test')).not.toMatch(/libbenchmark-dev|doxygen/);
  });

  test('the check needs only clang-format', () => {
    expect(bareDebian('check')).toBe('clang-format');
  });

  test('npm test needs everything that the other tests need, and servers', () => {
    const roles = ['site', 'check', 'native', 'engine', 'browser'];
    const all = new Set(roles.flatMap((role) => ids(requirementsOf(role, 'linux'))));
    const servers = ['nginx', 'apache', 'caddy', 'lighttpd'];
    const wanted = new Set([...all, ...(IS_DEBIAN ? servers : [])]);
    expect(new Set(ids(requirementsOf('test', 'linux')))).toEqual(wanted);
  });

  test('everything has a Debian package and a one-line reason', () => {
    for (const { id, why } of REQUIREMENTS) {
      expect(packagesOf(id, 'debian'), id).not.toEqual([]);
      expect(why, id).toMatch(/^\S[^\n]{10,80}$/);
    }
  });

  test('WebKitGTK is not required where it does not exist', () => {
    expect(ids(requirementsOf('browser', 'linux'))).toContain('webkit');
    expect(ids(requirementsOf('browser', 'darwin'))).not.toContain('webkit');
  });

  test('a machine with everything lacks nothing', () => {
    expect(findMissing(REQUIREMENTS, {}, everything)).toEqual([]);
  });

  test('a version that is too old counts as missing and is named', () => {
    const old = () => ({ path: '/usr/bin/emcc', version: '3.1.5' });
    const [missing] = findMissing([REQUIREMENTS.find(({ id }) => id === 'emscripten')], {}, old);
    expect(missing?.found).toBe('3.1.5');
  });
});
