// SPDX-License-Identifier: MIT
// On hover, focus or tap, a phrase highlights the part of the figure that it names, and a part highlights its phrases.
// A click on a number moves the focus to the control that changes the number.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Form } from './render-scenes.ts';

const partOf = (target: EventTarget | null): string =>
  (target as Element | null)?.closest<HTMLElement | SVGElement>('[data-points], [data-part]')
    ?.dataset.points ??
  (target as Element | null)?.closest<SVGElement>('[data-part]')?.dataset.part ??
  '';

export class Pointing implements ReactiveController {
  #part = '';
  /** The step in which the reader points. In a narrow window, each step has its own figure. */
  #step: Element | null = null;

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement & { readonly form: Form },
  ) {
    host.addController(this);
    // Not 'pointerover', which also fires when the page scrolls under a resting pointer.
    for (const type of ['pointermove', 'pointerout', 'focusin', 'focusout', 'click'])
      host.addEventListener(type, this.#on);
  }

  get part(): string {
    return this.#part;
  }

  hostUpdated(): void {
    const part = this.#part;
    for (const one of this.host.querySelectorAll<SVGElement>('svg [data-part]'))
      one.classList.toggle('dim', part !== '' && one.dataset.part !== part && this.#isNear(one));
    for (const phrase of this.host.querySelectorAll<HTMLElement>('[data-points]'))
      phrase.classList.toggle('lit', phrase.dataset.points === part);
  }

  readonly #on = ({ type, target }: Event): void => {
    const isEdit = type === 'click' && this.#edit(target as Element);
    // A tap fires `click` after `pointerout`, so its highlight stays until the next tap. An edit ends the highlight.
    const isEnd = isEdit || type === 'pointerout' || type === 'focusout';
    const part = isEnd ? '' : partOf(target);
    const step = (target as Element).closest('[data-step]');
    if (part === this.#part && step === this.#step) return;
    this.#part = part;
    this.#step = step;
    this.host.requestUpdate();
  };

  /** Whether a part belongs to the figure beside the text, or to the step in which the reader points. */
  #isNear(part: Element): boolean {
    const step = part.closest('[data-step]');
    return step === null || this.#step === null || step === this.#step;
  }

  /** Moves the focus to the control of a number, and opens a collapsed one. Returns whether there is a control. */
  #edit(target: Element): boolean {
    const { edits } = target.closest<SVGElement>('[data-edits]')?.dataset ?? {};
    if (edits === undefined) return false;
    const place = target.closest('[data-step]') ?? this.host.querySelector('[data-step].present');
    const input = place?.querySelector<HTMLInputElement>(`[data-control="${edits}"] input`);
    const details = input?.closest('details');
    if (details) details.open = true;
    // Without `preventScroll`, the browser would centre the control, and the figure would leave the window.
    input?.focus({ preventScroll: true });
    input?.select();
    // Within another page, the lesson must not scroll the window.
    if (this.host.form === 'page') input?.scrollIntoView({ block: 'nearest' });
    return input != null;
  }
}
