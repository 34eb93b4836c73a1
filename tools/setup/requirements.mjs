// SPDX-License-Identifier: MIT
import { existsSync } from 'node:fs';

/**
 * The software that must be installed besides Node; packages.mjs lists its packages for each platform.
 *
 * A `Role` is a group of npm scripts with the same requirements. `Find` describes how to detect a requirement: by one
 * of `command`, `server`, `header`, `python`, `folder` and `probe`.
 *
 * @typedef {'site' | 'check' | 'native' | 'engine' | 'browser' | 'docs' | 'fuzz' | 'bench-native' | 'hosts' | 'previews' | 'test'} Role
 * @typedef {object} Find
 * @property {string[]} [command]    alternative names of a command on the PATH
 * @property {string[]} [server]     alternative names of a command on the PATH or in /usr/sbin
 * @property {string[]} [header]     alternative names of a C++ header in an include folder
 * @property {string} [python]       a Python module
 * @property {string} [folder]       the folder in which Debian installs it
 * @property {string} [cmakePackage]  the name of the header's package in CMake
 * @property {string} [pkgConfig]    the name of the header's package in pkg-config
 * @property {string} [probe]        a function in PROBES of detect.mjs
 * @property {string} [minimum]      the oldest accepted version
 * @typedef {object} Requirement
 * @property {string} id
 * @property {string} name  as printed
 * @property {string} why   its purpose, as printed
 * @property {Role[]} roles
 * @property {Find} find
 * @property {NodeJS.Platform[]} [platforms]  the platforms that need it; by default all
 * @property {true} [isDebians]  needed only on Debian and its derivatives, because the tests use Debian's paths
 */

/** @type {Role[]} */
const WASM = ['site', 'engine', 'browser', 'hosts', 'test'];
/** @type {Role[]} */
const NATIVE = ['native', 'test'];
/** @type {Role[]} */
const NATIVE_ENGINE = [...NATIVE, 'engine'];
/** @type {Role[]} */
const BROWSER = ['browser', 'test'];
/** @type {Role[]} */
const HOSTS = ['hosts', 'test'];
/** @type {Role[]} */
const CPP = [...WASM, ...NATIVE, 'fuzz', 'bench-native'];

/** @type {(id: string, name: string, program?: string) => Requirement} */
const server = (id, name, program = id) => ({
  id,
  name,
  why: `serves the built site in tests, with the file for ${name}`,
  roles: HOSTS,
  isDebians: true,
  find: { server: [program] },
});

/** @type {Requirement[]} */
export const REQUIREMENTS = [
  {
    id: 'emscripten',
    name: 'Emscripten',
    why: 'compiles the C++ library to WebAssembly',
    roles: WASM,
    find: { probe: 'emscripten', minimum: '3.1.6' },
  },
  {
    id: 'cmake',
    name: 'CMake',
    why: 'configures the C++ builds',
    roles: CPP,
    find: { command: ['cmake'], minimum: '3.25' },
  },
  {
    id: 'ninja',
    name: 'Ninja',
    why: 'runs incremental C++ builds',
    roles: CPP,
    find: { command: ['ninja', 'ninja-build'] },
  },
  {
    id: 'cxx',
    name: 'a C++ compiler',
    why: 'compiles the library natively',
    roles: [...NATIVE_ENGINE, 'bench-native'],
    find: { probe: 'cxx' },
  },
  {
    id: 'eigen',
    name: 'Eigen',
    why: 'matrix types of the library (headers)',
    roles: CPP,
    find: { header: ['Eigen/Core'], cmakePackage: 'Eigen3', pkgConfig: 'eigen3' },
  },
  {
    id: 'highway',
    name: 'Highway',
    why: 'portable SIMD for the native and WebAssembly kernels (headers)',
    roles: CPP,
    find: { header: ['hwy/highway.h'], cmakePackage: 'hwy', pkgConfig: 'libhwy' },
  },
  {
    id: 'catch2',
    name: 'Catch2',
    why: 'the framework of the native tests (headers)',
    roles: NATIVE,
    find: {
      header: ['catch2/catch.hpp', 'catch2/catch_all.hpp'],
      cmakePackage: 'Catch2',
      pkgConfig: 'catch2',
    },
  },
  {
    id: 'json',
    name: 'nlohmann JSON',
    why: 'reads the calls of tests to the native library (headers)',
    roles: NATIVE_ENGINE,
    find: {
      header: ['nlohmann/json.hpp'],
      cmakePackage: 'nlohmann_json',
      pkgConfig: 'nlohmann_json',
    },
  },
  {
    id: 'benchmark',
    name: 'Google Benchmark',
    why: 'times the native library',
    roles: ['bench-native'],
    find: { header: ['benchmark/benchmark.h'], cmakePackage: 'benchmark', pkgConfig: 'benchmark' },
  },
  {
    id: 'clang',
    name: 'Clang with its sanitizers and libFuzzer',
    why: 'compiles the tests with sanitizers, faster than GCC',
    roles: [...NATIVE, 'fuzz'],
    find: { probe: 'clang' },
  },
  {
    id: 'numpy',
    name: 'NumPy',
    why: 'runs the lessons’ Python programs, to compare them with the library',
    roles: ['engine', 'test'],
    find: { python: 'numpy' },
  },
  {
    id: 'clang-format',
    name: 'clang-format',
    why: 'checks the format of the C++ sources',
    roles: ['check', 'test'],
    find: { probe: 'clang-format' },
  },
  {
    id: 'doxygen',
    name: 'Doxygen',
    why: 'generates the reference of the C++ library',
    roles: ['docs'],
    find: { command: ['doxygen'] },
  },
  {
    id: 'chromium',
    name: 'Chromium',
    why: 'runs the browser tests in Blink, and takes the pictures for link previews',
    roles: [...BROWSER, 'hosts', 'previews'],
    find: { probe: 'chromium' },
  },
  {
    id: 'firefox',
    name: 'Firefox ESR',
    why: 'runs the browser tests in Gecko',
    roles: BROWSER,
    find: { probe: 'firefox' },
  },
  {
    id: 'webkit',
    name: 'the WebKitGTK driver and MiniBrowser',
    why: 'runs the browser tests in WebKit',
    roles: BROWSER,
    platforms: ['linux'],
    find: { probe: 'webkit' },
  },
  {
    id: 'xvfb',
    name: 'Xvfb',
    why: 'provides the display for WebKitGTK',
    roles: BROWSER,
    platforms: ['linux'],
    find: { command: ['Xvfb'] },
  },
  {
    id: 'cjk',
    name: 'a font with Chinese glyphs',
    why: 'renders the Chinese pages in tests and pictures',
    roles: [...BROWSER, 'previews'],
    platforms: ['linux'],
    find: { probe: 'cjk' },
  },
  server('nginx', 'nginx'),
  server('apache', 'Apache', 'apache2'),
  server('caddy', 'Caddy'),
  server('lighttpd', 'lighttpd'),
  {
    id: 'mkdocs',
    name: 'MkDocs Material',
    why: 'builds a page with a lesson',
    roles: ['hosts'],
    isDebians: true,
    find: { folder: '/usr/share/mkdocs/themes/material' },
  },
  {
    id: 'sphinx',
    name: 'Sphinx with MyST-Parser',
    why: 'builds a page with a lesson',
    roles: ['hosts'],
    isDebians: true,
    find: { python: 'myst_parser' },
  },
  {
    id: 'nbconvert',
    name: 'Jupyter’s nbconvert',
    why: 'runs a notebook with a lesson',
    roles: ['hosts'],
    isDebians: true,
    find: { python: 'nbconvert' },
  },
  {
    id: 'ipykernel',
    name: 'the IPython kernel',
    why: 'runs a notebook with a lesson',
    roles: ['hosts'],
    isDebians: true,
    find: { python: 'ipykernel' },
  },
];

/** Whether this machine runs Debian or a derivative, such as Ubuntu. */
export const IS_DEBIAN = existsSync('/etc/debian_version');

/**
 * The requirements of a role on a platform.
 * @param {Role} role
 * @param {NodeJS.Platform} platform
 */
export const requirementsOf = (role, platform) =>
  REQUIREMENTS.filter(
    ({ roles, platforms, isDebians }) =>
      roles.includes(role) && (platforms?.includes(platform) ?? true) && (!isDebians || IS_DEBIAN),
  );
