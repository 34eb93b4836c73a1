// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { renderChoice } from '../components/head-choice.ts';
import { properties, TextElement } from '../components/light-element.ts';
import { PALETTES, type Palette } from '../components/palettes.ts';
import { showNear } from '../components/place-near.ts';
import {
  GLOSSARY_KEYS,
  hasShortcuts,
  PROJECTOR_KEYS,
  SEARCH_KEYS,
  storeShortcuts,
} from '../device/shortcuts.ts';
import { DIGITS, type Digits } from '../i18n/number-format.ts';
import { say } from '../lessons/scene.ts';
import { storeDigits } from './digits.ts';
import { renderGear } from './header.ts';
import { showPalette, startPalette, storePalette } from './palette.ts';
import css from './settings.css?inline';
import { setTheme, storedTheme, THEMES, type Theme } from './theme.ts';

const ID = 'settings';

/** A button that opens the reader's settings in a popover. */
export class Settings extends TextElement {
  static override css = css;
  static override properties = properties('theme', 'palette');

  protected theme: Theme = storedTheme();
  protected palette: Palette = startPalette();

  protected override render() {
    const { i18n } = this.texts;
    const { t } = i18n;
    return html`
      ${renderGear(i18n, ID, this.#onPress)}
      <div id=${ID} class="settings" popover role="dialog" aria-labelledby="settings-title">
        <h2 id="settings-title">${t('settings.title')}</h2>
        ${this.#renderChoice('theme', THEMES, this.theme, this.#onTheme)}
        ${this.#renderChoice('palette', PALETTES, this.palette, this.#onPalette)}
        ${this.#renderChoice('digits', DIGITS, i18n.digits, this.#onDigits)}
        <label class="settings-keys">
          <input type="checkbox" .checked=${hasShortcuts()} @change=${this.#onShortcuts} />
          <span>${t('settings.keys', {
            search: i18n.list(SEARCH_KEYS),
            glossary: i18n.list(GLOSSARY_KEYS),
            projector: i18n.list(PROJECTOR_KEYS),
          })}</span>
        </label>
        <p>
          <button type="button" aria-haspopup="dialog" data-glossary-list="" @click=${this.#close}>
            ${t('glossary.title')}
          </button>
        </p>
      </div>`;
  }

  #renderChoice<Option extends string>(
    kind: 'theme' | 'palette' | 'digits',
    options: readonly Option[],
    chosen: Option,
    onChoice: (option: Option) => void,
  ) {
    const t = say(this.texts.i18n.t);
    return renderChoice({
      ...{ label: t(`${kind}.label`), options, chosen, isLabelled: true, onChoice },
      name: (option) => t(`${kind}.${option}`),
    });
  }

  get #menu(): HTMLElement | null {
    return this.querySelector(`#${ID}`);
  }

  readonly #onPress = (event: Event): void => {
    const { currentTarget: button } = event;
    const menu = this.#menu;
    if (menu === null || !(button instanceof HTMLElement)) return;
    // Prevents the browser's own handling of the button, because the popover must be positioned when it opens.
    event.preventDefault();
    if (menu.matches(':popover-open')) {
      menu.hidePopover();
    } else {
      button.focus();
      showNear(menu, button, { end: true });
    }
  };

  readonly #close = (): void => {
    if (this.#menu?.matches(':popover-open')) this.#menu.hidePopover();
  };

  readonly #onShortcuts = ({ target }: Event): void => {
    storeShortcuts((target as HTMLInputElement).checked);
  };

  readonly #onTheme = (theme: Theme): void => {
    this.theme = theme;
    setTheme(theme);
  };

  readonly #onPalette = (palette: Palette): void => {
    this.palette = palette;
    showPalette(palette);
    storePalette(palette);
  };

  readonly #onDigits = (digits: Digits): void => {
    storeDigits(digits);
    this.texts.i18n.setDigits(digits);
  };
}

customElements.define('al-settings', Settings);
