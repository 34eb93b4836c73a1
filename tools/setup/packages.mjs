// SPDX-License-Identifier: MIT

/**
 * @typedef {'debian' | 'ubuntu' | 'fedora' | 'arch' | 'brew' | 'other'} Family  platforms with the same package manager
 *   and package names
 */

/**
 * The packages that provide each requirement, by the requirement's id (requirements.mjs). Where Ubuntu has no entry,
 * its packages have the same names as Debian's.
 * @type {Record<string, Partial<Record<Family, string[]>>>}
 */
const PACKAGES = {
  emscripten: {
    debian: ['emscripten'],
    fedora: ['emscripten'],
    arch: ['emscripten'],
    brew: ['emscripten'],
  },
  cmake: { debian: ['cmake'], fedora: ['cmake'], arch: ['cmake'], brew: ['cmake'] },
  ninja: { debian: ['ninja-build'], fedora: ['ninja-build'], arch: ['ninja'], brew: ['ninja'] },
  cxx: { debian: ['g++'], fedora: ['gcc-c++'], arch: ['gcc'] },
  eigen: { debian: ['libeigen3-dev'], fedora: ['eigen3-devel'], arch: ['eigen'], brew: ['eigen'] },
  highway: {
    debian: ['libhwy-dev'],
    fedora: ['highway-devel'],
    arch: ['highway'],
    brew: ['highway'],
  },
  catch2: { debian: ['catch2'], fedora: ['catch-devel'], arch: ['catch2'], brew: ['catch2'] },
  json: {
    debian: ['nlohmann-json3-dev'],
    fedora: ['json-devel'],
    arch: ['nlohmann-json'],
    brew: ['nlohmann-json'],
  },
  benchmark: {
    debian: ['libbenchmark-dev'],
    fedora: ['google-benchmark-devel'],
    arch: ['benchmark'],
    brew: ['google-benchmark'],
  },
  clang: {
    debian: ['clang', 'libclang-rt-dev'],
    fedora: ['clang', 'compiler-rt'],
    arch: ['clang', 'compiler-rt'],
    brew: ['llvm'],
  },
  numpy: {
    debian: ['python3-numpy'],
    fedora: ['python3-numpy'],
    arch: ['python-numpy'],
    brew: ['numpy'],
  },
  'clang-format': {
    debian: ['clang-format'],
    fedora: ['clang-tools-extra'],
    arch: ['clang'],
    brew: ['clang-format'],
  },
  doxygen: { debian: ['doxygen'], fedora: ['doxygen'], arch: ['doxygen'], brew: ['doxygen'] },
  chromium: {
    debian: ['chromium-headless-shell'],
    ubuntu: [],
    fedora: ['chromium'],
    arch: ['chromium'],
    brew: ['google-chrome'],
  },
  firefox: {
    debian: ['firefox-esr'],
    ubuntu: [],
    fedora: ['firefox'],
    arch: ['firefox'],
    brew: ['firefox@esr'],
  },
  webkit: { debian: ['webkit2gtk-driver'], fedora: ['webkitgtk6.0'], arch: ['webkitgtk-6.0'] },
  xvfb: { debian: ['xvfb'], fedora: ['xorg-x11-server-Xvfb'], arch: ['xorg-server-xvfb'] },
  cjk: {
    debian: ['fonts-noto-cjk'],
    fedora: ['google-noto-sans-cjk-fonts'],
    arch: ['noto-fonts-cjk'],
  },
  nginx: { debian: ['nginx-light'] },
  apache: { debian: ['apache2-bin', 'media-types'] },
  caddy: { debian: ['caddy'] },
  lighttpd: { debian: ['lighttpd', 'lighttpd-mod-deflate', 'media-types'] },
  mkdocs: { debian: ['mkdocs-material'] },
  sphinx: { debian: ['python3-sphinx', 'python3-myst-parser'] },
  nbconvert: { debian: ['jupyter-nbconvert'] },
  ipykernel: { debian: ['python3-ipykernel'] },
};

/** The packages that Homebrew installs as casks, with `brew install --cask`. */
export const CASKS = ['google-chrome', 'firefox@esr'];

const SNAP = 'Ubuntu’s package is a snap, and those are hard to automate; install';

/** @type {Record<string, Partial<Record<Family, string>>>} */
const BY_HAND = {
  emscripten: {
    other: 'get the SDK from github.com/emscripten-core/emsdk and set EMSDK to its folder',
  },
  cxx: { brew: 'xcode-select --install', other: 'install g++ or clang++ with C++20 support' },
  chromium: {
    ubuntu: `${SNAP} Google Chrome’s .deb, or set CHROME_BIN to a Chromium you have`,
    other: 'install Chromium or Chrome, or set CHROME_BIN to one',
  },
  firefox: {
    ubuntu: `${SNAP} Mozilla’s .deb, or set FIREFOX_BIN to a Firefox you have`,
    other: 'install Firefox, or set FIREFOX_BIN to one',
  },
};

/**
 * @param {string} id  the id of a requirement
 * @param {Family} family
 * @returns {string[]} empty if the platform has no such package
 */
export function packagesOf(id, family) {
  const names = PACKAGES[id] ?? {};
  return names[family] ?? (family === 'ubuntu' ? names.debian : undefined) ?? [];
}

/**
 * Instructions for a requirement without a package.
 * @param {string} id  the id of a requirement
 * @param {Family} family
 */
export const adviceFor = (id, family) =>
  BY_HAND[id]?.[family] ?? 'install it with your package manager or from its website';
