// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Updates a component when printing starts and ends. During printing, `isOn` is true. */
export class Printing implements ReactiveController {
  static #isNow = false;

  /** Whether the page is being printed. Initially true in a component that is created during printing. */
  isOn = Printing.#isNow;

  /** Used because developer tools and some print services fire neither `beforeprint` nor `afterprint`. */
  readonly #medium = matchMedia('print');

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('beforeprint', this.#begin);
    addEventListener('afterprint', this.#end);
    this.#medium.addEventListener('change', this.#follow);
  }

  hostDisconnected(): void {
    removeEventListener('beforeprint', this.#begin);
    removeEventListener('afterprint', this.#end);
    this.#medium.removeEventListener('change', this.#follow);
  }

  readonly #begin = (): void => this.#set(true);
  readonly #end = (): void => this.#set(false);
  readonly #follow = ({ matches }: MediaQueryListEvent): void => this.#set(matches);

  #set(isOn: boolean): void {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    Printing.#isNow = isOn;
    this.host.requestUpdate();
  }
}
