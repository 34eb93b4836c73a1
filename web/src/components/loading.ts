// SPDX-License-Identifier: MIT
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { pageReload } from '../device/reload.ts';
import { hasNewVersion } from '../device/version.ts';
import type { I18n } from '../i18n/i18n.ts';

/** Time limit in ms for a repeated attempt. In WebKit, `import()` of a file never settles if an earlier one failed. */
const RETRY_MS = 3000;

/**
 * Loads one part of a page and renders a notice if that fails. The notice has a button "Try again", and after a second
 * failure also a button that reloads the page. If the web server has a new version of the site, whose files have other
 * names, the notice offers only the reload.
 */
export class Loading {
  /** The error of the last failed attempt. Undefined if `hasFailed` is false. */
  failure: unknown;
  #failures = 0;
  #isOutdated = false;
  #part = 0;
  #latest = 0;

  constructor(private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>) {}

  get hasFailed(): boolean {
    return this.#failures > 0;
  }

  /** Attempts to load, and returns whether that succeeded. The notice of an earlier failure stays until a success. */
  async run(load: () => Promise<unknown>): Promise<boolean> {
    this.#latest += 1;
    const [part, own] = [this.#part, this.#latest];
    const fail = (failure: unknown) => {
      if (part !== this.#part || own !== this.#latest) return;
      this.failure = failure;
      this.#failures += 1;
      this.host.requestUpdate();
      void this.#askVersion(part);
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

  /**
   * Forgets all failures and removes the notice. Called after a success, and when the page needs another part instead.
   * Attempts that are still running then have no effect.
   */
  forget(): void {
    this.#part += 1;
    this.failure = undefined;
    this.#failures = 0;
    this.#isOutdated = false;
    this.host.requestUpdate();
  }

  async #askVersion(part: number): Promise<void> {
    if (pageReload() === undefined || !(await hasNewVersion()) || part !== this.#part) return;
    this.#isOutdated = true;
    this.host.requestUpdate();
  }

  /** @param retry  called when the reader presses "Try again" */
  render({ t }: Pick<I18n, 't'>, retry: () => unknown) {
    if (!this.hasFailed) return nothing;
    const reload = pageReload();
    const isOutdated = this.#isOutdated && reload !== undefined;
    const isRepeated = this.#failures > 1 && !isOutdated;
    const text = isRepeated ? 'error.loadAgain' : 'error.load';
    const press = async ({ currentTarget }: Event) => {
      const button = currentTarget as HTMLElement;
      const around = button.closest<HTMLElement>('[tabindex="-1"]');
      await retry();
      await new Promise((resolve) => setTimeout(resolve));
      // If the focused button has disappeared, the focus moves to the element that contained the notice.
      if (!button.isConnected && document.activeElement === document.body)
        around?.focus({ preventScroll: true });
    };
    return html`
      <div class="notice" role="alert">
        <p>
          ${t(isOutdated ? 'error.newVersion' : text)}
          ${isRepeated && reload ? t('error.addressKeeps') : nothing}
        </p>
        <p class="notice-actions">
          <button type="button" @click=${isOutdated ? reload : press}>${t(isOutdated ? 'action.reload' : 'action.retry')}</button>
          ${
            isRepeated && reload
              ? html`<button type="button" @click=${reload}>${t('action.reload')}</button>`
              : nothing
          }
        </p>
      </div>`;
  }
}
