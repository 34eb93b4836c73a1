// SPDX-License-Identifier: MIT
import 'virtual:math-font.css';
import 'virtual:text-fonts.css';
import './page.css';
import { offerReload } from '../device/reload.ts';
import { createI18n, partIn } from '../i18n/i18n.ts';
import { keepOffline } from '../offline/keep.ts';
import { startVisit } from './arrival.ts';
import { storedDigits } from './digits.ts';
import { entryAt } from './places.ts';
import { Site } from './site.ts';
import { startEngine } from './start-engine.ts';

offerReload();
startVisit();
const { documentElement: page } = document;
const entry = await entryAt(page.dataset.lesson, page.dataset.view);
const shell = document.querySelector('al-shell');
const engine = startEngine(entry?.trains);
// Starts to load the modules and texts of the page before the components that show them. Errors are ignored here: the
// component that needs a part imports it again and reports the failure.
for (const part of entry ? [entry.load(), entry.messages(page.lang), entry.prose(page.lang)] : [])
  part.catch(() => {});
const home = entry ? undefined : import('./home/home.ts');
home?.catch(() => {});
try {
  const texts = await createI18n(page.lang, storedDigits());
  const lessonTexts = await partIn(entry?.writtenIn(page.lang) ?? page.lang, texts);
  await (await home)?.loadTexts(texts);
  const outline = shell?.querySelector(entry ? '.outline' : '.home') ?? undefined;
  const site = new Site(texts, lessonTexts, engine, entry, outline);
  site.addEventListener('al-engine', () => void keepOffline(), { once: true });
  document.body.append(site);
  await site.updateComplete;
  shell?.remove();
} catch {
  // The texts could not be loaded. So the page shows the error notice that it contains.
  const notice = document.querySelector<HTMLTemplateElement>('#not-started');
  if (notice) document.body.append(notice.content);
}
