// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowsers } from '../browsers.mjs';
import { capture } from '../process.mjs';
import { findClangFormat, findCommand, hasHeader } from './find.mjs';
import { findPython } from './python.mjs';

/**
 * The software that must be installed besides Node.
 *
 * @typedef {'site' | 'check' | 'native' | 'engine' | 'browser' | 'docs' | 'fuzz' | 'bench-native' | 'hosts' | 'previews' | 'test'} Role
 *   a group of npm scripts with the same requirements
 * @typedef {object} Requirement
 * @property {string} packages  of Debian, separated by spaces
 * @property {string} why  its purpose, as printed
 * @property {Role[]} roles
 * @property {() => unknown} find  returns something truthy if it is installed
 */

/** @type {(...all: Role[]) => Role[]} */
const roles = (...all) => all;
const WASM = roles('site', 'engine', 'browser', 'hosts', 'test');
const NATIVE = roles('native', 'test');
const NATIVE_ENGINE = roles(...NATIVE, 'engine');
const CPP = roles(...WASM, ...NATIVE, 'fuzz', 'bench-native');
const BROWSER = roles('browser', 'test');
const PICTURES = roles(...BROWSER, 'previews');

/** @type {(packages: string, why: string, roles: Role[], find: () => unknown) => Requirement} */
const needs = (packages, why, roles, find) => ({ packages, why, roles, find });
/** @type {(...names: string[]) => () => unknown} */
const command =
  (...names) =>
  () =>
    findCommand(names);
/** @type {(...names: string[]) => () => unknown} */
const header =
  (...names) =>
  () =>
    names.some((name) => hasHeader(name));
const python = (/** @type {string} */ module) => () => findPython(module);
const browser = (/** @type {'chromium' | 'firefox'} */ name) => () => findBrowsers()[name];
const compiler = command(process.env.CXX ?? 'g++', 'g++', 'clang++', 'c++');

/** The environment variable EMSDK takes precedence over the PATH, as in cpp/cmake/emscripten.cmake. */
const findEmscripten = () =>
  process.env.EMSDK
    ? existsSync(join(process.env.EMSDK, 'upstream/emscripten/emcc'))
    : findCommand(['emcc']);

/** Finds Clang with its libFuzzer. On most systems, Clang's runtime libraries are in a separate package. */
function findClangRuntimes() {
  const clang = findCommand(['clang++']);
  const folder = clang && join(capture(clang, ['-print-resource-dir']), 'lib');
  return folder && holds(folder, /libclang_rt\.fuzzer[-_.]/);
}

const findCjkFont = () =>
  spawnSync('fc-list', [':lang=zh']).stdout?.length ||
  holds('/usr/share/fonts', /cjk.*\.[to]t[cf]$/i);

/** @param {string} folder @param {RegExp} name */
const holds = (folder, name) =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((path) => name.test(path));

/** Software that exists only on Linux, such as WebKitGTK. @type {readonly Requirement[]} */
const ON_LINUX = [
  needs('webkit2gtk-driver', 'runs the browser tests in WebKit', BROWSER, () => {
    const { webkitDriver, miniBrowser } = findBrowsers();
    return webkitDriver && miniBrowser;
  }),
  needs('xvfb', 'provides the display for WebKitGTK', BROWSER, command('Xvfb')),
  needs('fonts-noto-cjk', 'renders the Chinese pages', PICTURES, findCjkFont),
];

/** @type {(packages: string, program: string) => Requirement} */
const server = (packages, program) =>
  needs(packages, 'serves the built site in tests', ['hosts', 'test'], () =>
    findCommand([program], { PATH: `${process.env.PATH}:/usr/sbin` }),
  );

/** Software that is needed only on Debian, whose paths the tests use. @type {readonly Requirement[]} */
const ON_DEBIAN = [
  server('nginx-light', 'nginx'),
  server('apache2-bin media-types', 'apache2'),
  server('caddy', 'caddy'),
  server('lighttpd lighttpd-mod-deflate media-types', 'lighttpd'),
  needs('mkdocs-material', 'builds a page with a lesson', ['hosts'], () =>
    existsSync('/usr/share/mkdocs/themes/material'),
  ),
  needs('python3-sphinx python3-myst-parser', 'builds a page', ['hosts'], python('myst_parser')),
  needs('jupyter-nbconvert', 'runs a notebook with a lesson', ['hosts'], python('nbconvert')),
  needs('python3-ipykernel', 'runs a notebook with a lesson', ['hosts'], python('ipykernel')),
];

/** @type {readonly Requirement[]} */
export const REQUIREMENTS = [
  needs('emscripten', 'compiles the C++ library to WebAssembly', WASM, findEmscripten),
  needs('cmake', 'configures the C++ builds', CPP, command('cmake')),
  needs('ninja-build', 'runs incremental C++ builds', CPP, command('ninja', 'ninja-build')),
  needs('g++', 'compiles the library natively', [...NATIVE_ENGINE, 'bench-native'], compiler),
  needs('libeigen3-dev', 'matrix types of the library', CPP, header('Eigen/Core')),
  needs('libhwy-dev', 'portable SIMD of the kernels', CPP, header('hwy/highway.h')),
  needs('catch2', 'native tests', NATIVE, header('catch2/catch.hpp', 'catch2/catch_all.hpp')),
  needs('nlohmann-json3-dev', 'calls of tests', NATIVE_ENGINE, header('nlohmann/json.hpp')),
  needs('libbenchmark-dev', 'times calls', ['bench-native'], header('benchmark/benchmark.h')),
  needs('clang libclang-rt-dev', 'sanitizers, fuzzing', [...NATIVE, 'fuzz'], findClangRuntimes),
  needs('python3-numpy', 'runs the lessons’ programs', ['engine', 'test'], python('numpy')),
  needs('clang-format', 'checks the layout of the C++ sources', ['check', 'test'], findClangFormat),
  needs('doxygen', 'generates the reference of the C++ library', ['docs'], command('doxygen')),
  needs(
    'chromium-headless-shell',
    'tests pages and takes pictures; or set CHROME_BIN to a Chromium or Chrome',
    [...PICTURES, 'hosts'],
    browser('chromium'),
  ),
  needs('firefox-esr', 'tests in Gecko; or set FIREFOX_BIN', BROWSER, browser('firefox')),
  ...(process.platform === 'linux' ? ON_LINUX : []),
  ...(existsSync('/etc/debian_version') ? ON_DEBIAN : []),
];

/** @param {Role} role */
export const requirementsOf = (role) => REQUIREMENTS.filter(({ roles }) => roles.includes(role));

/** @param {readonly Requirement[]} requirements */
export const packagesOf = (requirements) => [
  ...new Set(requirements.flatMap(({ packages }) => packages.split(' '))),
];
