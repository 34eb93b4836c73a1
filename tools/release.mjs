// SPDX-License-Identifier: MIT
// `npm run release -- --dry-run` builds the files of a release; `npm run release` tags the version.
import { hash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PACKAGE, TALES_PACKAGE } from './build.mjs';
import { capture, Failure, ROOT, run } from './process.mjs';

const RELEASE = join(ROOT, 'build/release');
/**
 * The paths in the archive of the C++ sources: all that CMake needs for its builds and the native tests, and the
 * documentation of the library.
 */
const SOURCES = [
  'CHANGELOG.md',
  'CMakeLists.txt',
  'CMakePresets.json',
  'LICENSE',
  'cpp',
  'docs/cpp.md',
  'examples/cpp',
  'tests/cpp',
  'tests/faults',
  'tests/fuzz',
  'tests/golden',
  'tests/golden-edges',
  'tests/golden-language-model',
  'tests/golden-transformer',
  'tests/native-engine',
  'tools/wasm',
];

/** @param {string} folder */
const versionIn = (folder) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** Writes archives of the npm packages, the site, the single-file lessons and the C++ sources to build/release. */
export async function buildRelease() {
  const version = versionIn(ROOT);
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  await run('npm', ['pack', '--silent', PACKAGE, TALES_PACKAGE, '--pack-destination', RELEASE]);
  await archive('dist', `attention-lab-site-${version}`);
  await archive('dist/single', `attention-lab-single-files-${version}`);
  await archiveSources(
    join(RELEASE, `attention-cpp-${version}.tar.gz`),
    `attention-cpp-${version}/`,
  );
  const sums = checksums(RELEASE);
  writeFileSync(join(RELEASE, 'SHA256SUMS'), sums);
  console.log(`build/release:\n${sums}`);
}

/** Prints the reasons why `npm run release` would refuse. They do not stop the builds of a dry run. */
export function listObjections() {
  for (const objection of objections(ROOT))
    console.log(`npm run release would refuse: ${objection}`);
}

/**
 * Packs a folder, together with the licences of its contents, into build/release/<name>.tar.gz.
 * @param {string} folder  path relative to the root of the repository
 * @param {string} name  also the name of the folder in the archive
 */
async function archive(folder, name) {
  const staged = join(RELEASE, name);
  cpSync(join(ROOT, folder), staged, { recursive: true });
  cpSync(join(ROOT, 'dist/licenses'), join(staged, 'licenses'), { recursive: true });
  copyFileSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'));
  await run('tar', ['-czf', `${staged}.tar.gz`, '-C', RELEASE, name]);
  rmSync(staged, { recursive: true });
}

/**
 * Packs the committed sources of the C++ library and of its tests.
 * @param {string} file  the path of the archive
 * @param {string} prefix  added in front of each path in the archive
 */
export const archiveSources = (file, prefix) =>
  run('git', [
    'archive',
    '--format=tar.gz',
    `--prefix=${prefix}`,
    `--output=${file}`,
    'HEAD',
    ...SOURCES,
  ]);

/** The SHA-256 of each file in a folder, in the format of `sha256sum --check`. @param {string} folder */
export const checksums = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => `${hash('sha256', readFileSync(join(folder, name)))}  ${name}\n`)
    .join('');

/**
 * The reasons why the version in a repository's package.json cannot be released, such as uncommitted changes.
 * @param {string} folder  the root of the repository
 * @returns {string[]}  empty if it can be released
 */
export function objections(folder) {
  const version = versionIn(folder);
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  const [, library] = read('CMakeLists.txt').match(/^project\(.* VERSION ([\d.]+)/m) ?? [];
  const git = (/** @type {string[]} */ ...args) => capture('git', ['-C', folder, ...args]);
  return [
    git('status', '--porcelain') !== '' && 'there are changes that are not committed',
    !read('CHANGELOG.md').includes(`\n## [${version}]`) &&
      `CHANGELOG.md has no section [${version}]`,
    library !== version &&
      `the version is ${version} in package.json, but ${library} in CMakeLists.txt`,
    git('tag', '--list', `v${version}`) !== '' && `the tag v${version} exists`,
  ].filter((objection) => objection !== false);
}

/**
 * Tags the current commit with the version, and prints the command that publishes the tag.
 * @param {string} [folder]  the root of the repository
 * @throws {Failure} if there are objections
 */
export async function tagRelease(folder = ROOT) {
  const found = objections(folder);
  if (found.length > 0) throw new Failure(`No release: ${found.join('; ')}.`);
  const tag = `v${versionIn(folder)}`;
  await run('git', ['tag', '--annotate', tag, '--message', `Attention Lab ${tag}`], {
    cwd: folder,
  });
  console.log(`Tagged ${tag}. To publish it: git push origin ${tag}`);
}
