// SPDX-License-Identifier: MIT
// A lesson on a projector: the present step fills the screen, and keys or a presentation remote change the step.
import type { Prose } from '*.md';
import { html, type TemplateResult } from 'lit';
import { adopt } from '../components/light-element.ts';
import type { Predict } from '../components/predict.ts';
import type { I18n } from '../i18n/i18n.ts';
import css from './projector.css?inline';
import { renderStep, type ScenesParts } from './render-scenes.ts';

/** The keys of presentation remotes. They change the step even if a slider has the focus. */
const CLICKER: Record<string, number> = { PageDown: 1, PageUp: -1 };
const KEYS: Record<string, number> = {
  ...CLICKER,
  ArrowRight: 1,
  ArrowLeft: -1,
  ' ': 1,
  Home: -Infinity,
  End: Infinity,
};
/** The keys in the hint at the beginning. */
const SHOWN = ['←', '→', 'Esc'];
/** Elements that handle some of these keys themselves. */
const OWN_KEYS = 'input, select, textarea, [role="slider"]';
const PRESSED = 'button, a, summary';

/** Fills the screen while it is connected, or the window if the browser refuses full screen. */
class Projector extends HTMLElement {
  ids: readonly string[] = [];
  present = '';
  isAsking = false;
  onStep: (step: string) => void = () => {};

  connectedCallback(): void {
    adopt(document, css);
    document.addEventListener('keydown', this.#onKey, { capture: true });
    document.addEventListener('fullscreenchange', this.#onScreen);
    void this.#open();
  }

  disconnectedCallback(): void {
    document.removeEventListener('keydown', this.#onKey, { capture: true });
    document.removeEventListener('fullscreenchange', this.#onScreen);
    if (document.fullscreenElement) void document.exitFullscreen();
  }

  close(): void {
    this.#dialog?.close();
  }

  /** Moves by a number of steps. If the present question is open, a move forward only shows its answer. */
  turn(by: number): void {
    const { ids, present } = this;
    if (this.isAsking && by > 0) {
      this.querySelector<Predict>('al-predict')?.commit();
      return;
    }
    const at = ids.indexOf(present);
    const step = ids[Math.max(0, Math.min(at + by, ids.length - 1))];
    if (step === undefined || step === present) return;
    // The focused element may be removed with the old step, so the focus moves to the section.
    if (this.#section?.contains(document.activeElement)) this.#section.focus();
    this.onStep(step);
  }

  get #dialog() {
    return this.querySelector('dialog');
  }

  get #section() {
    return this.querySelector<HTMLElement>('[data-step]');
  }

  async #open(): Promise<void> {
    // The document enters full screen, because browsers refuse this for a dialog. It enters before the dialog opens,
    // because WebKit would draw the page above an open dialog. Without a user gesture, Chrome would log an error.
    if (navigator.userActivation?.isActive)
      await document.documentElement.requestFullscreen?.().catch(() => {});
    if (!this.isConnected) return;
    // Without `blur`, the dialog would return the focus on closing to an element that may be in another step.
    (document.activeElement as HTMLElement | null)?.blur();
    this.#dialog?.showModal();
    this.#section?.focus();
  }

  // The Escape key ends full screen, often without a `keydown` event.
  readonly #onScreen = (): void => {
    if (!document.fullscreenElement) this.close();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { key, target } = event;
    const by = KEYS[key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    // Ignores keys that are pressed in another dialog above this one.
    if (target !== document.body && !this.contains(target as Node)) return;
    const isPressed = key === ' ' && (target as Element).closest(PRESSED);
    if (!(key in CLICKER) && (isPressed || (target as Element).closest(OWN_KEYS))) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(by);
  };
}

customElements.define('al-projector', Projector);

/** Renders the present step as a dialog, which opens when it is connected. Screen readers announce `said`. */
export function renderProjector(
  i18n: I18n,
  prose: Prose,
  parts: ScenesParts,
  said: string,
): TemplateResult {
  const { ids, present, page, isAsking, onStep } = parts;
  const { t } = i18n;
  const at = ids.indexOf(present);
  const own = { ...parts, form: 'cards', layout: 'phone', role: 'group' } as const;
  const turn = (by: number, name: string, sign: string) =>
    renderButton(name, sign, (projector) => projector.turn(by));
  return html`
    <al-projector .ids=${ids} .present=${present} .isAsking=${isAsking(present)} .onStep=${onStep}>
      <dialog class="projector scenes phone" aria-label=${prose.title} @close=${() => page?.onProject(false)}>
        ${renderStep(i18n, prose, present, { ...own, headingOf: (step) => `projector-${step}` })}
        <div class="projector-bar">
          ${turn(-1, t('scene.previous'), '‹')}
          <span class="scene-count">${t('scene.count', { step: at + 1, all: ids.length })}</span>
          ${turn(1, t('scene.next'), '›')}
          ${renderButton(t('action.close'), '×', (projector) => projector.close())}
        </div>
        <p class="projector-keys" aria-hidden="true">${SHOWN.map((key) => html`<kbd>${key}</kbd>`)}</p>
        <p class="visually-hidden" role="status">${said}</p>
      </dialog>
    </al-projector>`;
}

const renderButton = (name: string, sign: string, press: (projector: Projector) => void) => html`
  <button type="button" class="icon" aria-label=${name} title=${name}
    @click=${({ currentTarget }: Event) => press((currentTarget as Element).closest<Projector>('al-projector') as Projector)}>${sign}</button>`;
