// SPDX-License-Identifier: MIT

/**
 * What has to be on the machine besides Node, as data; packages.mjs has the packages that bring it.
 *
 * `find` says how presence is seen: a command on the PATH, a header in an include folder (with the names
 * that CMake and pkg-config have for its package), or one of the named probes of detect.mjs.
 *
 * @typedef {'site' | 'check' | 'native' | 'engine' | 'browser' | 'docs' | 'fuzz' | 'bench-native' | 'test'} Role
 * @typedef {object} Find
 * @property {string[]} [command]    any one of these
 * @property {string[]} [header]     any one of these
 * @property {string} [cmakePackage]
 * @property {string} [pkgConfig]
 * @property {string} [probe]
 * @property {string} [minimum]      version
 * @typedef {object} Requirement
 * @property {string} id
 * @property {string} name  as people call it
 * @property {string} why   one line: what it is used for here
 * @property {Role[]} roles
 * @property {Find} find
 * @property {NodeJS.Platform[]} [platforms]  where it exists at all; everywhere when absent
 */

/** @type {Role[]} */
const WASM = ['site', 'engine', 'browser', 'test'];
/** @type {Role[]} */
const NATIVE = ['native', 'test'];
/** @type {Role[]} */
const NATIVE_ENGINE = [...NATIVE, 'engine'];
/** @type {Role[]} */
const BROWSER = ['browser', 'test'];
/** @type {Role[]} */
const CPP = [...WASM, ...NATIVE, 'fuzz', 'bench-native'];

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
    why: 'runs the C++ builds and redoes only what changed',
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
    why: 'the matrices of the library (headers)',
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
    id: 'random123',
    name: 'Random123',
    why: 'counter-based random numbers, the same on every platform (headers)',
    roles: CPP,
    find: { header: ['Random123/philox.h'] },
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
    why: 'reads golden files and calls in the native tests (headers)',
    roles: [...NATIVE_ENGINE, 'fuzz'],
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
    why: 'compiles what watches the library, in less time than GCC',
    roles: [...NATIVE, 'fuzz'],
    find: { probe: 'clang' },
  },
  {
    id: 'numpy',
    name: 'NumPy',
    why: 'runs the Python programs that the lessons show, against the library',
    roles: ['engine', 'test'],
    find: { probe: 'numpy' },
  },
  {
    id: 'clang-format',
    name: 'clang-format',
    why: 'checks the layout of the C++ sources',
    roles: ['check', 'test'],
    find: { probe: 'clang-format' },
  },
  {
    id: 'doxygen',
    name: 'Doxygen',
    why: 'writes the reference of the C++ library',
    roles: ['docs'],
    find: { command: ['doxygen'] },
  },
  {
    id: 'chromium',
    name: 'Chromium',
    why: 'runs the browser tests in Blink',
    roles: BROWSER,
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
    why: 'the display that WebKitGTK draws to',
    roles: BROWSER,
    platforms: ['linux'],
    find: { command: ['Xvfb'] },
  },
  {
    id: 'cjk',
    name: 'a font with Chinese glyphs',
    why: 'draws the Chinese pages in the browser tests',
    roles: BROWSER,
    platforms: ['linux'],
    find: { probe: 'cjk' },
  },
];

/**
 * The requirements of a role that count on a platform.
 * @param {Role} role
 * @param {NodeJS.Platform} platform
 */
export const requirementsOf = (role, platform) =>
  REQUIREMENTS.filter(
    ({ roles, platforms }) => roles.includes(role) && (platforms?.includes(platform) ?? true),
  );
