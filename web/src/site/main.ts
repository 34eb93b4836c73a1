// SPDX-License-Identifier: MIT
import 'virtual:math-font.css';
import '../components/base.css';
import '../components/palettes.css';
import { offerReload } from '../device/reload.ts';
import { chooseLanguage } from '../i18n/choose-language.ts';
import { keepOffline } from '../offline/keep.ts';
import { readPlace } from '../state/place.ts';
import { askAhead } from './ahead.ts';
import { storedDigits } from './digits.ts';
import { showPalette, startPalette } from './palette.ts';
import { Site } from './site.ts';
import { startEngine } from './start-engine.ts';
import { startTexts } from './start-texts.ts';
import { setTheme, storedTheme } from './theme.ts';

offerReload();
setTheme(storedTheme());
showPalette(startPalette());
const language = chooseLanguage();
const engine = startEngine();
askAhead(readPlace(location.hash), language);
try {
  const site = new Site(await startTexts(language, storedDigits()), engine, language);
  site.addEventListener('al-engine', () => void keepOffline(), { once: true });
  document.body.append(site);
} catch {
  // No language could be loaded, so show the notice that the page itself contains.
  const notice = document.querySelector<HTMLTemplateElement>('#not-started');
  if (notice) document.body.append(notice.content);
}
