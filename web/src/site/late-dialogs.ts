// SPDX-License-Identifier: MIT
import type { LitElement } from 'lit';
import { Loading } from '../components/loading.ts';
import { idle } from '../device/idle.ts';
import { GLOSSARY_KEYS, isShortcut, SEARCH_KEYS } from '../device/shortcuts.ts';
import type { I18n } from '../i18n/i18n.ts';

const KEYS = [...SEARCH_KEYS, ...GLOSSARY_KEYS];
const OPENERS = '[data-glossary], [data-glossary-list]';
const TYPES = ['click', 'keydown'] as const;

const opensDialog = (event: Event): boolean =>
  event instanceof KeyboardEvent
    ? isShortcut(event, KEYS)
    : event.target instanceof Element && event.target.closest(OPENERS) !== null;

/**
 * Loads the glossary and the search, once the page is idle or the reader opens one of them. A click or key press that
 * opens a dialog before it is loaded is dispatched again after loading.
 */
export class LateDialogs {
  readonly #loading: Loading;

  constructor(private readonly host: LitElement) {
    this.#loading = new Loading(host);
  }

  listen(signal: AbortSignal): void {
    for (const type of TYPES) document.addEventListener(type, this.#onEarly, { signal });
  }

  async loadWhenIdle(): Promise<void> {
    await idle();
    // If this fails, the dialogs are loaded when the reader opens one.
    await this.#load().catch(() => {});
  }

  /** Loads the dialogs now. If this fails, `render` shows a notice. */
  readonly load = (): Promise<boolean> => this.#loading.run(() => this.#load());

  render(i18n: I18n) {
    return this.#loading.render(i18n, this.load);
  }

  async #load(): Promise<void> {
    await import('./dialogs.ts');
    for (const dialog of this.host.querySelectorAll<LitElement>('al-glossary, al-search'))
      await dialog.updateComplete;
    for (const type of TYPES) document.removeEventListener(type, this.#onEarly);
  }

  readonly #onEarly = async (event: Event): Promise<void> => {
    const { target, type } = event;
    if (!opensDialog(event)) return;
    event.preventDefault();
    const Kind = event.constructor as typeof Event;
    if (await this.load()) target?.dispatchEvent(new Kind(type, event));
  };
}
