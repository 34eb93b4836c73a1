// SPDX-License-Identifier: MIT
// The only uncompressed script of a single HTML file. It unpacks the main script and runs it. The page's security
// policy allows both scripts by their hashes.
import { CODE } from './parts.ts';
import { unpack } from './unpack.ts';

async function start(): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await unpack(CODE).text();
  document.head.append(script);
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
