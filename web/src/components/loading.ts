// SPDX-License-Identifier: MIT
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { pageReload } from '../device/reload.ts';
import type { I18n } from '../i18n/i18n.ts';

/** In WebKit, a second import of a module that failed to load never settles. */
const RETRY_MS = 3000;

/**
 * Loads one part of a page. A failure shows a notice with "Try again"; a second failure also offers to reload the page.
 */
export class Loading {
  /** The error of the last load; undefined if it succeeded. */
  failure: unknown;
  #failures = 0;
  #part = 0;
  #latest = 0;

  constructor(private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>) {}

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /**
   * Runs a load. The notice about an earlier failure stays until a load succeeds.
   * @returns whether it succeeded
   */
  async run(load: () => Promise<unknown>): Promise<boolean> {
    this.#latest += 1;
    const [part, own] = [this.#part, this.#latest];
    const fail = (failure: unknown) => {
      if (part !== this.#part || own !== this.#latest) return;
      this.failure = failure;
      this.#failures += 1;
      this.host.requestUpdate();
    };
    const patience = this.hasFailed ? setTimeout(() => fail(this.failure), RETRY_MS) : undefined;
    try {
      await load();
      if (part === this.#part) this.forget();
      return true;
    } catch (failure) {
      fail(failure);
      return false;
    } finally {
      clearTimeout(patience);
    }
  }

  /** Removes the notice, because the part is loaded or another part is wanted. */
  forget(): void {
    this.#part += 1;
    this.failure = undefined;
    this.#failures = 0;
    this.host.requestUpdate();
  }

  /**
   * The notice, if a load has failed.
   * @param reload  reloads the page
   */
  render({ t }: Pick<I18n, 't'>, retry: () => unknown, reload = pageReload()) {
    if (!this.hasFailed) return nothing;
    const isRepeated = this.#failures > 1;
    const press = async ({ currentTarget }: Event) => {
      const button = currentTarget as HTMLElement;
      const around = button.closest<HTMLElement>('[tabindex="-1"]');
      await retry();
      await new Promise((resolve) => setTimeout(resolve));
      // The focused button was removed with the notice, so move the focus to the element around it.
      if (!button.isConnected && document.activeElement === document.body)
        around?.focus({ preventScroll: true });
    };
    return html`
      <div class="notice" role="alert">
        <p>
          ${t(isRepeated ? 'error.loadAgain' : 'error.load')}
          ${isRepeated && reload ? t('error.addressKeeps') : nothing}
        </p>
        <p class="notice-actions">
          <button type="button" @click=${press}>${t('action.retry')}</button>
          ${
            isRepeated && reload
              ? html`<button type="button" @click=${reload}>${t('action.reload')}</button>`
              : nothing
          }
        </p>
      </div>`;
  }
}
