// SPDX-License-Identifier: MIT
import type { LabErrorDetail } from './api.ts';
import type { AttentionLab } from './element.ts';
import type { HeightMessage, LtiFrameResize } from './frame-messages.ts';
import { heightTeller } from './height-teller.ts';

/** The kinds of errors after which the lesson cannot be shown, so that the height of the notice is final. */
const LAST: readonly LabErrorDetail['kind'][] = ['load', 'engine', 'policy', 'lesson'];

/**
 * Sends the height of the lesson to the host page of its frame: once the lesson is rendered or has failed, and after
 * each change of the height.
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

  // requestAnimationFrame is not used, because WebKit delays it by 10 s in a frame outside the viewport.
  const measure = () => teller.measured(page.getBoundingClientRect().height);

  /** Starts to send heights when the fonts are loaded, because fonts change the height. */
  async function begin(): Promise<void> {
    // Measuring causes a layout, in which the browser requests the lesson's fonts.
    measure();
    await document.fonts.ready;
    measure();
    teller.begin();
  }

  // Measures in a later task: if the callback itself measures, WebKit can report a ResizeObserver loop.
  new ResizeObserver(() => setTimeout(measure)).observe(page);
  lab.addEventListener('ready', () => void begin());
  lab.addEventListener('error', (event) => {
    if (LAST.includes((event as unknown as CustomEvent<LabErrorDetail>).detail.kind)) void begin();
  });
}
