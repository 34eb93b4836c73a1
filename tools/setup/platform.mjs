// SPDX-License-Identifier: MIT
import { adviceFor, CASKS, packagesOf } from './packages.mjs';

/**
 * @typedef {import('./packages.mjs').Family} Family
 * @typedef {import('./detect.mjs').Missing} Missing
 * @typedef {{family: Family, name: string}} Platform
 */

const APT = 'sudo apt-get update && sudo apt-get install -y --no-install-recommends';

/** @type {Record<Family, string>} */
const INSTALL = {
  debian: APT,
  ubuntu: APT,
  fedora: 'sudo dnf install',
  arch: 'sudo pacman -S --needed',
  brew: 'brew install',
  other: '',
};

/**
 * The operating system of a machine: its name, and the family that determines its package manager.
 * @param {NodeJS.Platform} platform
 * @param {string} osRelease  the text of /etc/os-release, empty if there is none
 * @returns {Platform}
 */
export function describePlatform(platform, osRelease) {
  if (platform === 'darwin') return { family: 'brew', name: 'macOS' };
  if (platform === 'win32') return { family: 'other', name: 'Windows' };
  const field = (/** @type {string} */ key) =>
    osRelease.match(new RegExp(`^${key}="?([^"\n]*)"?$`, 'm'))?.[1] ?? '';
  const ids = `${field('ID')} ${field('ID_LIKE')}`.split(' ');
  /** @type {Family[]} */
  const families = ['ubuntu', 'debian', 'fedora', 'arch'];
  const family = families.find((f) => ids.includes(f)) ?? 'other';
  return { family, name: field('PRETTY_NAME') || field('NAME') || platform };
}

/**
 * The packages that provide missing requirements, in the order of the requirements.
 * @param {Missing[]} missing
 * @param {Family} family
 */
export const packagesFor = (missing, family) => [
  ...new Set(missing.flatMap(({ requirement }) => packagesOf(requirement.id, family))),
];

/**
 * The missing requirements that no package of this platform provides.
 * @param {Missing[]} missing
 * @param {Family} family
 */
export const withoutPackage = (missing, family) =>
  missing.filter(({ requirement }) => packagesOf(requirement.id, family).length === 0);

/** @param {Missing} missing */
export const nameOf = ({ requirement: { name, find }, found }) =>
  `${name}${find.minimum ? ` >= ${find.minimum}` : ''}${found ? ` (found ${found})` : ''}`;

/**
 * A line for each missing requirement, with its label and its purpose.
 * @param {Missing[]} missing
 * @param {(m: Missing) => string} [label]
 */
export function reasons(missing, label = nameOf) {
  const width = Math.max(...missing.map((m) => label(m).length));
  return missing.map((m) => `  ${label(m).padEnd(width)}  ${m.requirement.why}`).join('\n');
}

/**
 * The message for a person who has to install requirements manually.
 * @param {Missing[]} missing
 * @param {Platform} platform
 * @param {string} command  the command to run again, such as `npm start`
 */
export function instructions(missing, { family, name }, command) {
  const packages = packagesFor(missing, family);
  const byHand = withoutPackage(missing, family).map(
    ({ requirement }) => `  ${requirement.name}: ${adviceFor(requirement.id, family)}`,
  );
  return [
    `Missing for \`${command}\` on ${name}:`,
    reasons(missing),
    ...(packages.length ? ['\nInstall:', ...installCommands(packages, family)] : []),
    ...(byHand.length ? ['\nInstall manually:', ...byHand] : []),
    ...(name === 'Windows'
      ? ['\nEasier: WSL with Debian, where everything is installed automatically.']
      : []),
    `\nThen run \`${command}\` again.`,
  ].join('\n');
}

/**
 * @param {string[]} packages
 * @param {Family} family
 */
function installCommands(packages, family) {
  const casks = packages.filter((name) => CASKS.includes(name));
  const others = packages.filter((name) => !CASKS.includes(name));
  return [
    ...(others.length ? [`  ${INSTALL[family]} ${others.join(' ')}`] : []),
    ...(casks.length ? [`  ${INSTALL[family]} --cask ${casks.join(' ')}`] : []),
  ];
}
