// SPDX-License-Identifier: MIT
import 'virtual:math-font.css';
import '../components/base.css';
import '../components/palettes.css';
import { chooseLanguage } from '../i18n/choose-language.ts';
import { createI18n } from '../i18n/i18n.ts';
import { keepOffline } from '../offline/keep.ts';
import { readPlace } from '../state/place.ts';
import { askAhead } from './ahead.ts';
import { storedDigits } from './digits.ts';
import { showPalette, startPalette } from './palette.ts';
import { Site } from './site.ts';
import { startEngine } from './start-engine.ts';
import { setTheme, storedTheme } from './theme.ts';

setTheme(storedTheme());
showPalette(startPalette());
const language = chooseLanguage();
const engine = startEngine();
askAhead(readPlace(location.hash), language);
const site = new Site(await createI18n(language, storedDigits()), engine);
site.addEventListener('al-engine', () => void keepOffline(), { once: true });
document.body.append(site);
