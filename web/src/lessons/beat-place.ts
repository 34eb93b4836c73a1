// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Part of the free height, from its top, where a reader's eyes are. */
const READING_LINE = 0.33;

/** The reader scrolls by hand. */
const LETS_GO = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Whose beats are followed. */
export interface BeatHost extends ReactiveControllerHost, HTMLElement {
  /** What covers the top of the beats; undefined where the stage stands beside them. */
  stageAbove(): Element | undefined;
  /** The reader has come to a beat, from 1. */
  onBeat(beat: number, how: 'scrolled' | 'chosen'): void;
}

/** Knows which beat the reader is at, and takes the reader to one. */
export class BeatPlace implements ReactiveController {
  #isWaiting = false;
  /** A beat that was asked for stays, wherever the page could be scrolled to, until the reader scrolls. */
  #isHeld = false;

  constructor(private readonly host: BeatHost) {
    host.addController(this);
  }

  hostConnected(): void {
    // Captured, as a host page may scroll within an element of its own.
    addEventListener('scroll', this.#onScroll, { capture: true, passive: true });
    for (const type of LETS_GO)
      addEventListener(type, this.#letGo, { capture: true, passive: true });
  }

  hostDisconnected(): void {
    removeEventListener('scroll', this.#onScroll, { capture: true });
    for (const type of LETS_GO) removeEventListener(type, this.#letGo, { capture: true });
  }

  /** Scrolls to a beat and gives it the focus. */
  goTo(beat: number): void {
    const target = this.#beats()[beat - 1];
    if (target === undefined) return;
    this.#isHeld = true;
    target.scrollIntoView({ block: 'start' });
    target.focus({ preventScroll: true });
    this.host.onBeat(beat, 'chosen');
  }

  /** The same for a lesson that is about to be drawn: its parts, and the font of its formulas, move the beats. */
  async goToOnceDrawn(beat: number): Promise<void> {
    this.#isHeld = true;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    if (this.#isHeld && this.host.isConnected) this.goTo(beat);
  }

  /** Arrow keys go from beat to beat while one of them, not a control within, has the focus. */
  readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const beats = this.#beats();
    const at = beats.indexOf(event.target as HTMLElement);
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (way === undefined || at < 0 || beats[at + way] === undefined) return;
    event.preventDefault();
    this.goTo(at + way + 1);
  };

  /** Who does something within a beat is at that beat, wherever it stands on the screen. */
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
