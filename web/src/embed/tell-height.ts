// SPDX-License-Identifier: MIT
import type { LabErrorDetail } from './api.ts';
import type { AttentionLab } from './element.ts';
import type { HeightMessage, LtiFrameResize } from './frame-messages.ts';
import { heightTeller } from './height-teller.ts';

/** The kinds of errors after which the element renders nothing more, so that its height is final. */
const LAST: readonly LabErrorDetail['kind'][] = ['load', 'engine', 'policy', 'lesson'];

const painted = () => new Promise(requestAnimationFrame);

/**
 * Sends the height of the lesson to the host page of its frame, after the first rendering and after each change.
 * @param page  the element to measure: the lesson's element or one that contains it
 */
export function tellHeight(lab: AttentionLab, page: Element): void {
  if (parent === window) return;
  const teller = heightTeller((height) => {
    // Any page may embed a lesson, and a sandboxed page has an opaque origin, so the target origin is "*".
    const send = (message: HeightMessage | LtiFrameResize) => parent.postMessage(message, '*');
    send({ subject: 'lti.frameResize', height });
    send({ type: 'attention-lab:height', version: 1, lesson: lab.lesson, height });
  });

  /**
   * Starts to send heights once the fonts are loaded. The first rendering requests the fonts, and the height changes
   * when they arrive.
   */
  async function begin(): Promise<void> {
    await painted();
    await document.fonts.ready;
    await painted();
    teller.begin();
  }

  // Deferred to the next frame, because reading the height inside the observer's callback would force a synchronous
  // layout.
  const measure = () => teller.measured(page.getBoundingClientRect().height);
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(page);
  lab.addEventListener('ready', () => void begin());
  lab.addEventListener('error', (event) => {
    if (LAST.includes((event as unknown as CustomEvent<LabErrorDetail>).detail.kind)) void begin();
  });
}
