// SPDX-License-Identifier: MIT
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Tells a component that it is drawn for paper, and renders it anew when that begins and ends. */
export class Printing implements ReactiveController {
  isOn = false;

  readonly #host: ReactiveControllerHost;
  /** Developer tools, and some printers of pages, change the medium without the events. */
  readonly #medium = matchMedia('print');

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
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
    this.#host.requestUpdate();
  }
}
