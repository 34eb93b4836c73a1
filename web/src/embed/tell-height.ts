// SPDX-License-Identifier: MIT
import type { LabErrorDetail } from './api.ts';
import type { AttentionLab } from './element.ts';
import type { HeightMessage, LtiFrameResize } from './frame-messages.ts';
import { heightTeller } from './height-teller.ts';

/** After these errors nothing more will be drawn. */
const LAST: readonly LabErrorDetail['kind'][] = ['load', 'engine', 'policy', 'lesson'];

const painted = () => new Promise(requestAnimationFrame);

/**
 * Tells the page around a frame how high its page wants to be, after the first drawing and with each change.
 * @param page  what is measured: the element itself, or what holds it
 */
export function tellHeight(lab: AttentionLab, page: Element): void {
  if (parent === window) return;
  const teller = heightTeller((height) => {
    // Any page may frame a lesson, and a sandboxed one has no origin to be named.
    const send = (message: HeightMessage | LtiFrameResize) => parent.postMessage(message, '*');
    send({ subject: 'lti.frameResize', height });
    send({ type: 'attention-lab:height', version: 1, lesson: lab.lesson, height });
  });

  /** The first drawing asks for the fonts, and a height without them would be another a moment later. */
  async function begin(): Promise<void> {
    await painted();
    await document.fonts.ready;
    await painted();
    teller.begin();
  }

  // In the next frame: to ask for a height here lays the page out anew while sizes are told.
  const measure = () => teller.measured(page.getBoundingClientRect().height);
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(page);
  lab.addEventListener('ready', () => void begin());
  lab.addEventListener('error', (event) => {
    if (LAST.includes((event as unknown as CustomEvent<LabErrorDetail>).detail.kind)) void begin();
  });
}
