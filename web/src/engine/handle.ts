// SPDX-License-Identifier: MIT
import type { Owned } from '#wasm/simd';
import type { Caller } from './caller.ts';
import { AttentionError } from './errors.ts';

/** An object that lives in the module until it is released; after that, its calls are refused. */
export class Handle<Held extends Owned> {
  #held: Held | undefined;
  readonly #caller: Caller;

  constructor(caller: Caller, held: Held) {
    this.#caller = caller;
    this.#held = held;
  }

  /** Gives the object's memory back; a second time does nothing. */
  release(): void {
    const held = this.#held;
    this.#held = undefined;
    // The memory of a lost instance goes with the instance.
    if (held && !this.#caller.isLost) this.#caller.run(() => held.delete());
  }

  protected get caller(): Caller {
    return this.#caller;
  }

  /** @throws AttentionError after `release`, and once the instance is lost */
  protected get object(): Held {
    return this.objectFor('call');
  }

  /** @throws AttentionError naming `argument` after `release`, and once the instance is lost */
  protected objectFor(argument: string): Held {
    if (this.#held && !this.#caller.isLost) return this.#held;
    const got = this.#held ? LOST : 'a released one';
    throw new AttentionError('Internal', argument, 'an object in use', got);
  }
}

/** What became of an object whose instance was lost. */
export const LOST = 'lost with the instance';
