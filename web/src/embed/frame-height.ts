// SPDX-License-Identifier: MIT
// A script for pages that embed lessons in frames: <script src="…/embed/frame-height.js"></script>. It sets the height
// of each frame to the height of its lesson.
import type { HeightMessage } from './frame-messages.ts';

const LOWEST = 40;
/** Maximum height in px, more than any lesson has. It protects the host page from a faulty message. */
const HIGHEST = 50_000;

// The build inlines the constants above, because in a classic script they would become globals of the host page.
addEventListener('message', ({ source, data }: MessageEvent<Partial<HeightMessage> | null>) => {
  const height = data?.type === 'attention-lab:height' ? data.height : undefined;
  if (typeof height !== 'number' || !(height >= LOWEST && height <= HIGHEST)) return;
  // The frame is identified by its window, because the origin of every sandboxed frame is "null".
  for (const frame of document.querySelectorAll('iframe'))
    if (frame.contentWindow === source) frame.style.height = `${height}px`;
});
