// SPDX-License-Identifier: MIT
// The only uncompressed script of a single HTML file. It decompresses and runs the main script; in a package for a
// learning platform, first the platform's script. The page's security policy allows these scripts by their hashes.
import { ADAPTER } from '../../platforms/standards.ts';
import { CODE } from './parts.ts';
import { unpack } from './unpack.ts';

async function run(part: string): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await unpack(part).text();
  document.head.append(script);
}

async function start(): Promise<void> {
  if (document.getElementById(ADAPTER)) await run(ADAPTER);
  await run(CODE);
}

const showWhyNot = (isShown: boolean) =>
  document.querySelector('.not-started')?.toggleAttribute('hidden', !isShown);

// The page contains a message that the lesson cannot start. It is visible by default, in case this script does not run.
// If this script runs, the message is hidden, unless the start fails.
const isGivenUp = start().then(
  () => false,
  () => true,
);
addEventListener('DOMContentLoaded', async () => {
  showWhyNot(false);
  showWhyNot(await isGivenUp);
});
