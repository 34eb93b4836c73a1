// SPDX-License-Identifier: MIT
// The script of embed.html, which other pages show in a frame. It shows the custom element with the attributes in the
// URL, and sends the element's height to the host page.
import '../components/base.css';
import '../components/palettes.css';
import { offerReload } from '../device/reload.ts';
import { languageAmong, paletteOf, themeOf } from './attributes.ts';
import { AttentionLab, defineAttentionLab } from './element.ts';
import { frameAttributes } from './frame-place.ts';
import { reportWhereAsked } from './frame-reports.ts';
import { tellHeight } from './tell-height.ts';

offerReload();
defineAttentionLab();

const FIGURE = { blockSize: '100vh', minBlockSize: '320px' };
const WHOLE = { blockSize: 'auto', minBlockSize: '' };

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
  page.dataset.palette = paletteOf(attributes.palette ?? null);
}

lab.addEventListener('ready', () => {
  document.title = lab.shadowRoot?.querySelector('h1')?.textContent ?? document.title;
  // A figure without the rest of the lesson fills its frame, but is at least 320 px high.
  const isFigure = lab.shadowRoot?.querySelector('[data-show="figure"]') != null;
  Object.assign(lab.style, isFigure ? FIGURE : WHOLE);
  // Outside a frame, scrolls to the step that the URL names.
  if (parent === window && lab.getState().includes('scene='))
    lab.shadowRoot?.querySelector('.whole .present')?.scrollIntoView();
});
// The buttons that change the step are below the step, which may be tall. So the page scrolls up to the new step.
lab.addEventListener('click', (event) => {
  const [pressed] = event.composedPath();
  if ((pressed as Element).matches('.scene-turns button:not([aria-disabled])')) scrollTo(0, 0);
});
tellHeight(lab, lab);
reportWhereAsked(lab);

addEventListener('hashchange', show);
show();
document.querySelector('main')?.append(lab);
