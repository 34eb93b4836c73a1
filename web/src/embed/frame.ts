// SPDX-License-Identifier: MIT
// The page of a frame: the element alone, shown as the address says, and its height told to the page around it.
import '../components/base.css';
import type { LabErrorDetail } from './api.ts';
import { languageAmong, themeOf } from './attributes.ts';
import { AttentionLab, defineAttentionLab } from './element.ts';
import type { HeightMessage, LtiFrameResize } from './frame-messages.ts';
import { frameAttributes } from './frame-place.ts';
import { heightTeller } from './height-teller.ts';

/** After these errors nothing more will be drawn. */
const LAST: readonly LabErrorDetail['kind'][] = ['load', 'engine', 'policy', 'lesson'];

defineAttentionLab();

const lab = new AttentionLab();

function show(): void {
  const attributes = frameAttributes(location);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) lab.removeAttribute(name);
    else lab.setAttribute(name, value);
  }
  const page = document.documentElement;
  page.lang = languageAmong([attributes.lang, ...navigator.languages]);
  page.dataset.theme = themeOf(attributes.theme ?? null);
}

const teller = heightTeller((height) => {
  // Any page may frame a lesson, and a sandboxed one has no origin to be named.
  const send = (message: HeightMessage | LtiFrameResize) => parent.postMessage(message, '*');
  send({ subject: 'lti.frameResize', height });
  send({ type: 'attention-lab:height', version: 1, lesson: lab.lesson, height });
});

const painted = () => new Promise(requestAnimationFrame);

/** The first drawing asks for the fonts, and a height without them would be another a moment later. */
async function begin(): Promise<void> {
  await painted();
  await document.fonts.ready;
  await painted();
  teller.begin();
}

lab.addEventListener('ready', () => {
  document.title = lab.shadowRoot?.querySelector('h1')?.textContent ?? document.title;
});
if (parent !== window) {
  new ResizeObserver(() => teller.measured(lab.getBoundingClientRect().height)).observe(lab);
  lab.addEventListener('ready', () => void begin());
  lab.addEventListener('error', (event) => {
    if (LAST.includes((event as unknown as CustomEvent<LabErrorDetail>).detail.kind)) void begin();
  });
}

addEventListener('hashchange', show);
show();
document.querySelector('main')?.append(lab);
