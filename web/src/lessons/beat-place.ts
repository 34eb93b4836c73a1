// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The reader is assumed to read at this share of the height below the stage. */
const READING_LINE = 0.33;

/** Inputs with which the reader scrolls. */
const LETS_GO = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** The lesson whose beats are tracked. */
export interface BeatHost extends ReactiveControllerHost, HTMLElement {
  /** The stage, if it is above the beats; undefined if it is beside them. */
  stageAbove(): Element | undefined;
  /** Called when the reader reaches a beat, counted from 1. */
  onBeat(beat: number, how: 'scrolled' | 'chosen'): void;
}

/** Tracks the reader's current beat, and scrolls to a given beat. */
export class BeatPlace implements ReactiveController {
  #isWaiting = false;
  /** A chosen beat stays the current one until the reader scrolls, even if the page cannot scroll far enough. */
  #isHeld = false;

  constructor(private readonly host: BeatHost) {
    host.addController(this);
  }

  hostConnected(): void {
    // Scroll events do not bubble. The capture phase also catches those of a scrollable element in the host page.
    addEventListener('scroll', this.#onScroll, { capture: true, passive: true });
    for (const type of LETS_GO)
      addEventListener(type, this.#letGo, { capture: true, passive: true });
  }

  hostDisconnected(): void {
    removeEventListener('scroll', this.#onScroll, { capture: true });
    for (const type of LETS_GO) removeEventListener(type, this.#letGo, { capture: true });
  }

  /** Scrolls to a beat and focuses it. */
  goTo(beat: number): void {
    const target = this.#beats()[beat - 1];
    if (target === undefined) return;
    this.#isHeld = true;
    target.scrollIntoView({ block: 'start' });
    target.focus({ preventScroll: true });
    this.host.onBeat(beat, 'chosen');
  }

  /** Goes to a beat after the lesson is drawn, because late parts and the font of formulas move the beats. */
  async goToOnceDrawn(beat: number): Promise<void> {
    this.#isHeld = true;
    const focused = document.activeElement;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    // A screen reader moves the focus without any of the inputs above. The reader's next key belongs there.
    const { activeElement } = document;
    const isMoved = activeElement !== focused && activeElement?.closest('.stage, .beat') != null;
    if (this.#isHeld && !isMoved && this.host.isConnected) this.goTo(beat);
  }

  /** Arrow keys go to the next or previous beat, if the focus is on a beat itself and not on a control within. */
  readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const beats = this.#beats();
    const at = beats.indexOf(event.target as HTMLElement);
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (way === undefined || at < 0 || beats[at + way] === undefined) return;
    event.preventDefault();
    this.goTo(at + way + 1);
  };

  /** An action within a beat makes it the current one, wherever it is on the screen. */
  readonly onTouch = (event: Event): void => {
    const beat = (event.target as Element).closest<HTMLElement>('.beat');
    if (beat === null) return;
    this.#isHeld = true;
    this.host.onBeat(this.#beats().indexOf(beat) + 1, 'chosen');
  };

  #beats(): HTMLElement[] {
    return Array.from(this.host.querySelectorAll<HTMLElement>('.beat'));
  }

  readonly #letGo = (): void => {
    this.#isHeld = false;
  };

  readonly #onScroll = (): void => {
    if (this.#isHeld || this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      if (this.host.isConnected && !this.#isHeld) this.#follow();
    });
  };

  #follow(): void {
    const beats = this.#beats();
    if (beats.length === 0) return;
    const top = this.host.stageAbove()?.getBoundingClientRect().bottom ?? 0;
    const line = top + (innerHeight - top) * READING_LINE;
    const passed = beats.filter((beat) => beat.getBoundingClientRect().top <= line).length;
    this.host.onBeat(Math.max(passed, 1), 'scrolled');
  }
}
