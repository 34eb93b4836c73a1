// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { READER_ACTS } from '../components/reader-acts.ts';

/**
 * Height of the line at which the reader is assumed to read, as a share of the space below the stage (the figure). The
 * beat (passage of the lesson) at this line counts as the current one.
 */
const READING_LINE = 0.33;

/** A lesson with beats (passages), of which the current one is tracked. */
export interface BeatHost extends ReactiveControllerHost, HTMLElement {
  /** The stage (the figure with its controls) if it is above the beats (passages). Undefined if it is beside them. */
  stageAbove(): Element | undefined;
  /**
   * Called when the reader reaches a beat (passage), counted from 1. `how` is `chosen` after an action in a beat or a
   * link to it.
   */
  onBeat(beat: number, how: 'scrolled' | 'chosen'): void;
}

/** Tracks which beat (passage of the lesson) the reader is at, and scrolls to a given beat. */
export class BeatPlace implements ReactiveController {
  #isWaiting = false;
  /**
   * Whether the current beat (passage) was chosen by an action of the reader. It then stays current until the reader
   * acts again, even if the page is too short for the beat to reach the reading line.
   */
  #isHeld = false;

  constructor(private readonly host: BeatHost) {
    host.addController(this);
  }

  hostConnected(): void {
    // Scroll events do not bubble. In the capture phase, this listener also receives the scroll events of scrollable
    // elements in the host page.
    addEventListener('scroll', this.#onScroll, { capture: true, passive: true });
    for (const type of READER_ACTS)
      addEventListener(type, this.#letGo, { capture: true, passive: true });
  }

  hostDisconnected(): void {
    removeEventListener('scroll', this.#onScroll, { capture: true });
    for (const type of READER_ACTS) removeEventListener(type, this.#letGo, { capture: true });
  }

  /**
   * Scrolls to a beat and moves the focus to it.
   * @param beat  counted from 1
   */
  goTo(beat: number): void {
    const target = this.#beats()[beat - 1];
    if (target === undefined) return;
    this.#isHeld = true;
    target.scrollIntoView({ block: 'start' });
    target.focus({ preventScroll: true });
    this.host.onBeat(beat, 'chosen');
  }

  /**
   * Like `goTo`, but first waits until the lesson is rendered. Before that, parts of the lesson and the font of its
   * formulas are still loading, and can move the beats when they are loaded.
   * @param beat  counted from 1
   */
  async goToOnceDrawn(beat: number): Promise<void> {
    this.#isHeld = true;
    const focused = document.activeElement;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    // Screen readers can move the focus without any of the events in READER_ACTS. If the focus has moved into the lesson
    // meanwhile, it stays there.
    const { activeElement } = document;
    const isMoved = activeElement !== focused && activeElement?.closest('.stage, .beat') != null;
    if (this.#isHeld && !isMoved && this.host.isConnected) this.goTo(beat);
  }

  /**
   * Handles arrow keys: if a beat (passage) itself has the focus, and not a control in it, up and down move the focus
   * to the previous or next beat.
   */
  readonly onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const beats = this.#beats();
    const at = beats.indexOf(event.target as HTMLElement);
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (way === undefined || at < 0 || beats[at + way] === undefined) return;
    event.preventDefault();
    this.goTo(at + way + 1);
  };

  /** If the reader uses a control in a beat (passage), this beat becomes current, wherever it is on the screen. */
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
