// SPDX-License-Identifier: MIT
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { Loading } from '../components/loading.ts';
import type { I18n } from '../i18n/i18n.ts';

/**
 * A part of a lesson that is loaded or computed on demand. `value` is undefined until then. If `load` returns no
 * promise, `ask` sets `value` at once.
 */
export class LatePart<T> {
  value: T | undefined;
  readonly #loading: Loading;
  #isAsked = false;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>,
    private readonly load: () => T | Promise<T>,
  ) {
    this.#loading = new Loading(host);
  }

  /** Starts to load the part. Repeated calls have no effect. */
  ask(): void {
    if (this.#isAsked) return;
    const found = this.load();
    this.#isAsked = true;
    if (found instanceof Promise) void this.#run(found);
    else this.value = found;
  }

  /** Renders the part. While it is loading, or if loading has failed, renders a notice instead. */
  render(i18n: I18n, make: (value: T) => TemplateResult): TemplateResult {
    if (this.value !== undefined) return make(this.value);
    return this.#loading.hasFailed
      ? html`${this.#loading.render(i18n, () => this.#run(this.load()))}`
      : html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
  }

  #run(loaded: T | Promise<T>): Promise<boolean> {
    return this.#loading.run(async () => {
      this.value = await loaded;
      this.host.requestUpdate();
    });
  }
}
