// SPDX-License-Identifier: MIT
import type { PropertyValues, TemplateResult } from 'lit';
import { LightElement } from '../components/light-element.ts';
import type { Engine } from '../engine/index.ts';
import { I18nController } from '../i18n/controller.ts';
import { first, renderHome } from './home-view.ts';
import { forgetProgress, PROGRESS_EVENT, type Progress, readProgress } from './progress.ts';
import { loadSketch } from './sketches.ts';
import { stops } from './stops.ts';

/** The home page: an introduction, and the list of lessons. */
export class Home extends LightElement {
  static override properties = {
    engine: { attribute: false },
    preview: { state: true },
    progress: { state: true },
    sketches: { state: true },
  };

  /** Undefined until the engine is loaded. The page is shown without it. */
  declare engine: Engine | undefined;
  declare protected preview: TemplateResult | undefined;
  declare protected progress: Progress;
  /**
   * The number of lesson cards that show their picture so far. Each task adds one, to avoid a long task, which would
   * block input.
   */
  declare protected sketches: number;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.progress = readProgress();
    this.sketches = 0;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('engine') && this.engine !== undefined) void this.#loadPreview(this.engine);
  }

  protected override render() {
    const { engine, preview, progress, sketches } = this;
    return renderHome({
      i18n: this.#texts.i18n,
      engine,
      preview,
      progress,
      sketches,
      onForget: this.#forget,
    });
  }

  protected override updated(): void {
    if (this.engine !== undefined) void this.#drawNext();
    document.title = this.#texts.i18n.t('site.name');
  }

  async #drawNext(): Promise<void> {
    const next = stops[this.sketches];
    if (next === undefined) return;
    // If this fails, the card is shown without its picture.
    await loadSketch(next.id).catch(() => {});
    setTimeout(() => {
      this.sketches = stops.indexOf(next) + 1;
    });
  }

  // Deletes the progress. The button disappears with it, so the focus moves to `main`.
  readonly #forget = (): void => {
    forgetProgress();
    this.progress = readProgress();
    this.dispatchEvent(new Event(PROGRESS_EVENT, { bubbles: true }));
    this.closest<HTMLElement>('main')?.focus();
  };

  // Loads the preview of the first lesson. If this fails, the page is shown without it.
  async #loadPreview(engine: Engine): Promise<void> {
    const { i18n } = this.#texts;
    try {
      const [render] = await Promise.all([
        first.preview?.(),
        i18n.addCatalogue(first.id, first.messages),
      ]);
      this.preview = render?.(engine);
    } catch {
      this.preview = undefined;
    }
  }
}

customElements.define('al-home', Home);
