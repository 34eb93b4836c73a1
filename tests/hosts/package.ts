// SPDX-License-Identifier: MIT
// Packs the npm package from build/package and installs it for the tests.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const ROOT = process.cwd();
const PACKAGE = join(ROOT, 'build/package');
/** The folder of the applications that use the package, relative to the project's root. */
export const APPLICATIONS = 'build/hosts';

/** Installs the package in a new folder. @returns the path of its tarball, and the folder with its `node_modules` */
export async function installPackage(name: string): Promise<{ tarball: string; folder: string }> {
  const folder = join(ROOT, APPLICATIONS, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
  const [tarball = ''] = await readdir(folder);
  await writeFile(join(folder, 'package.json'), '{"name":"app","type":"module"}');
  await run('npm', ['install', '--offline', '--silent', '--no-package-lock', `./${tarball}`], {
    cwd: folder,
  });
  return { tarball: join(folder, tarball), folder };
}

/** The full path of a script in tests/hosts/node_modules. */
export const toolScript = (path: string): string => join(ROOT, 'tests/hosts/node_modules', path);

/** Copies the package to tests/hosts/node_modules, from where the applications in tests/hosts/apps import it. */
export async function installForApps(folder: string): Promise<void> {
  const target = toolScript('attention-lab');
  await rm(target, { recursive: true, force: true });
  await cp(join(folder, 'node_modules/attention-lab'), target, { recursive: true });
}
