// SPDX-License-Identifier: MIT
import 'virtual:math-font.css';
import './page.css';
import 'virtual:outline.css';
import { offerReload } from '../device/reload.ts';
import { keepOffline } from '../offline/keep.ts';
import { readPlace } from '../state/place.ts';
import { askAhead } from './ahead.ts';
import { storedDigits } from './digits.ts';
import { Site } from './site.ts';
import { startEngine } from './start-engine.ts';
import { startTexts } from './start-texts.ts';
import { stops } from './stops.ts';

offerReload();
// The first script of the page, shell.ts, has already chosen the language and shown the outline, a static version of
// the page.
const language = document.documentElement.lang;
const shell = document.querySelector('al-shell');
const place = readPlace(location.hash);
const engine = startEngine(stops.find(({ id }) => id === place.lesson)?.trains);
askAhead(place, language);
try {
  const texts = await startTexts(language, storedDigits());
  const outline = shell?.querySelector('.outline') ?? undefined;
  const site = new Site(texts, engine, language, outline);
  site.addEventListener('al-engine', () => void keepOffline(), { once: true });
  document.body.append(site);
  await site.updateComplete;
} catch {
  // No texts could be loaded in any language. So the page shows the error notice that index.html contains.
  const notice = document.querySelector<HTMLTemplateElement>('#not-started');
  if (notice) document.body.append(notice.content);
}
shell?.remove();
