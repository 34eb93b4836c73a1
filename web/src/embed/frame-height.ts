// SPDX-License-Identifier: MIT
// For a page that frames lessons: <script src="…/embed/frame-height.js"></script> makes each frame as high as its lesson.
import type { HeightMessage } from './frame-messages.ts';

const LOWEST = 40;
/** Higher than any lesson; a page is not to be stretched without end by what it frames. */
const HIGHEST = 50_000;

// All in one expression, as a classic script's names would be the page's.
addEventListener('message', ({ source, data }: MessageEvent<Partial<HeightMessage> | null>) => {
  const height = data?.type === 'attention-lab:height' ? data.height : undefined;
  if (typeof height !== 'number' || !(height >= LOWEST && height <= HIGHEST)) return;
  // By its window, as the origin of a sandboxed frame is "null".
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.style.height = `${height}px`;
});
