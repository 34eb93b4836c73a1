// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { renderChoice } from '../components/head-choice.ts';
import { LightElement } from '../components/light-element.ts';
import { PALETTES, type Palette } from '../components/palettes.ts';
import { hasPopovers, showNear } from '../components/place-near.ts';
import {
  GLOSSARY_KEYS,
  hasShortcuts,
  PROJECTOR_KEYS,
  SEARCH_KEYS,
  storeShortcuts,
} from '../device/shortcuts.ts';
import { I18nController } from '../i18n/controller.ts';
import { DIGITS, type Digits } from '../i18n/number-format.ts';
import { storeDigits } from './digits.ts';
import { renderGear } from './header.ts';
import { showPalette, startPalette, storePalette } from './palette.ts';
import css from './settings.css?inline';
import { setTheme, storedTheme, THEMES, type Theme } from './theme.ts';

const ID = 'settings';

/**
 * A button that opens the reader's settings in a popover. In browsers without the popover API, the settings are always
 * visible.
 */
export class Settings extends LightElement {
  static override css = css;
  static override properties = { theme: { state: true }, palette: { state: true } };

  declare protected theme: Theme;
  declare protected palette: Palette;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.theme = storedTheme();
    this.palette = startPalette();
  }

  protected override render() {
    const { i18n } = this.#texts;
    const { t } = i18n;
    return html`
      ${renderGear(i18n, ID, this.#onPress)}
      <div id=${ID} class="settings" popover role="dialog" aria-labelledby="settings-title">
        <h2 id="settings-title">${t('settings.title')}</h2>
        ${this.#renderChoices()}
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

  #renderChoices() {
    const { i18n } = this.#texts;
    const { t } = i18n;
    return html`
      ${renderChoice({
        label: t('theme.label'),
        options: THEMES,
        chosen: this.theme,
        name: (theme) => t(`theme.${theme}`),
        isLabelled: true,
        onChoice: this.#onTheme,
      })}
      ${renderChoice({
        label: t('palette.label'),
        options: PALETTES,
        chosen: this.palette,
        name: (palette) => t(`palette.${palette}`),
        isLabelled: true,
        onChoice: this.#onPalette,
      })}
      ${renderChoice({
        label: t('digits.label'),
        options: DIGITS,
        chosen: i18n.digits,
        name: (digits) => t(`digits.${digits}`),
        isLabelled: true,
        onChoice: this.#onDigits,
      })}`;
  }

  get #menu(): HTMLElement | null {
    return this.querySelector(`#${ID}`);
  }

  readonly #onPress = (event: Event): void => {
    const { currentTarget: button } = event;
    const menu = this.#menu;
    if (menu === null || !hasPopovers() || !(button instanceof HTMLElement)) return;
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
    this.#texts.i18n.setDigits(digits);
  };
}

customElements.define('al-settings', Settings);
