// SPDX-License-Identifier: MIT
// The only script that a single file has in the clear. The page's policy knows the other one by its hash too.
import { CODE } from './parts.ts';
import { unpack } from './unpack.ts';

async function start(): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await unpack(CODE).text();
  document.head.append(script);
}

const showWhyNot = (isShown: boolean) =>
  document.querySelector('.not-started')?.toggleAttribute('hidden', !isShown);

// What stands after this script says why there is no lesson: seen where this does not run, or is not enough.
const isGivenUp = start().then(
  () => false,
  () => true,
);
addEventListener('DOMContentLoaded', async () => {
  showWhyNot(false);
  showWhyNot(await isGivenUp);
});
