// SPDX-License-Identifier: MIT
// The only script that a single file has in the clear. The page's policy knows the other one by its hash too.
import { CODE } from './parts.ts';
import { unpack } from './unpack.ts';

async function start(): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await unpack(CODE).text();
  document.head.append(script);
}

start().catch(() => {
  document.querySelector('.too-old')?.removeAttribute('hidden');
});
