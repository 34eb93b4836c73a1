// SPDX-License-Identifier: MIT
// The only uncompressed script of a single HTML file. It unpacks and runs the main script. In a package for a learning
// platform, it first runs the script for the platform. The page's security policy allows all scripts by their hashes.
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

// The page contains a message that explains why the lesson cannot start. It is visible by default, in case this script
// does not run. If the script runs, the message is visible only after a failed start.
const isGivenUp = start().then(
  () => false,
  () => true,
);
addEventListener('DOMContentLoaded', async () => {
  showWhyNot(false);
  showWhyNot(await isGivenUp);
});
