// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { READER_ACTS } from '../components/reader-acts.ts';
import type { Layout } from './define.ts';

/** The time in ms without scrolling after which the present step is determined. */
const REST_MS = 120;
/** The present step is the last one that starts above this share of the window's height. */
const EYE = { wide: 0.5, phone: 0.35 } as const;

interface StepsHost extends ReactiveControllerHost, HTMLElement {
  readonly isFollowing: boolean;
  readonly layout: Layout;
  onStep(step: string): void;
}

/** Determines the present step: by the focus, and by scrolling if the lesson is the page. */
export class Present implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a link, a key or the focus has chosen the step. Any event of `READER_ACTS` ends this. */
  #isHeld = false;
  /** Scrolls to the step in the page's address. Undefined after the reader has acted. */
  #toLinked: (() => void) | undefined;

  constructor(private readonly host: StepsHost) {
    host.addController(this);
    host.addEventListener('focusin', this.#onFocus);
  }

  hostConnected(): void {
    addEventListener('scroll', this.#onScroll, { passive: true });
    for (const type of READER_ACTS)
      addEventListener(type, this.#letGo, { capture: true, passive: true });
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    removeEventListener('scroll', this.#onScroll);
    for (const type of READER_ACTS) removeEventListener(type, this.#letGo, { capture: true });
  }

  /** Keeps the present step, whichever step is at the height `EYE`, until the reader acts. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#isHeld = true;
  }

  /** Keeps the step of a link present, and scrolls to it. */
  arrive(scroll: () => void): void {
    this.hold();
    this.#toLinked = scroll;
    scroll();
  }

  /** Scrolls to the step of the link again, because models and controls that load move the steps. */
  settle(): void {
    this.#toLinked?.();
  }

  readonly #letGo = (): void => {
    this.#isHeld = false;
    this.#toLinked = undefined;
  };

  readonly #onFocus = ({ target }: Event): void => {
    const { step } = (target as Element).closest<HTMLElement>('[data-step]')?.dataset ?? {};
    if (step === undefined) return;
    this.hold();
    this.host.onStep(step);
  };

  readonly #onScroll = (): void => {
    if (this.#isHeld || !this.host.isFollowing) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#follow(), REST_MS);
  };

  #follow(): void {
    const eye = innerHeight * EYE[this.host.layout];
    const steps = [...this.host.querySelectorAll<HTMLElement>('[data-step]')];
    const passed = steps.filter((step) => step.getBoundingClientRect().top <= eye);
    const step = (passed.at(-1) ?? steps[0])?.dataset.step;
    if (step !== undefined && this.host.isConnected) this.host.onStep(step);
  }
}
