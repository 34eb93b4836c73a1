// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { READER_ACTS } from '../components/reader-acts.ts';
import type { Layout } from './define.ts';

/** A step must stay at the eye for this time to become the present one, so that fast scrolling starts no scene. */
const REST_MS = 120;
/** The height of the reader's eye as a share of the window's: beside the figure, and with the figure in the step. */
const EYE = { wide: 0.5, phone: 0.35 } as const;

interface StepsHost extends ReactiveControllerHost, HTMLElement {
  readonly isFollowing: boolean;
  readonly layout: Layout;
  onStep(step: string): void;
}

/** Finds the step that the reader is at: by the focus, and in a page of its own by scrolling. */
export class Present implements ReactiveController {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a link, a key or the focus has chosen the step. It then stays until the reader scrolls. */
  #isHeld = false;
  /** Scrolls to the step of the link that has led here. */
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

  /** Keeps the present step, whatever is at the eye, until the reader acts. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#isHeld = true;
  }

  /** Holds the step of a link, and scrolls to it. */
  arrive(scroll: () => void): void {
    this.hold();
    this.#toLinked = scroll;
    scroll();
  }

  /** Scrolls to the step of the link again, if the reader has done nothing since. Models and controls move the steps. */
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
