// SPDX-License-Identifier: MIT
// Packs the npm packages from build/package and build/package-tales, and installs them for the tests.
import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const ROOT = process.cwd();
const PACKAGES = ['build/package', 'build/package-tales'].map((path) => join(ROOT, path));
/** The folder of the applications that use the package, relative to the project's root. */
export const APPLICATIONS = 'build/hosts';

/** Installs the packages in a new folder. @returns the paths of their tarballs, and the folder with its `node_modules` */
export async function installPackage(
  name: string,
): Promise<{ tarball: string; tales: string; folder: string }> {
  const folder = join(ROOT, APPLICATIONS, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packed = await run('npm', ['pack', '--json', ...PACKAGES, '--pack-destination', folder]);
  const [tarball = '', tales = ''] = JSON.parse(packed.stdout).map(
    ({ filename }: { filename: string }) => join(folder, filename),
  );
  await writeFile(join(folder, 'package.json'), '{"name":"app","type":"module"}');
  const install = ['install', '--offline', '--silent', '--no-package-lock', tarball, tales];
  await run('npm', install, { cwd: folder });
  return { tarball, tales, folder };
}

export const toolScript = (path: string): string => join(ROOT, 'tests/hosts/node_modules', path);

/** Copies the package to tests/hosts/node_modules, from where the applications in tests/hosts/apps import it. */
export async function installForApps(folder: string): Promise<void> {
  const target = toolScript('attention-lab');
  await rm(target, { recursive: true, force: true });
  await cp(join(folder, 'node_modules/attention-lab'), target, { recursive: true });
}
