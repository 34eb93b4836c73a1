// SPDX-License-Identifier: MIT

import type { Caller } from './caller.ts';
import { AttentionError } from './errors.ts';
import type { Owned } from './glue.ts';

/** Owns an object in the module's memory. After `release`, methods that use this object throw. */
export class Handle<Held extends Owned> {
  #held: Held | undefined;
  readonly #caller: Caller;

  constructor(caller: Caller, held: Held) {
    this.#caller = caller;
    this.#held = held;
  }

  /** Frees the object's memory. Repeated calls have no effect. */
  release(): void {
    const held = this.#held;
    this.#held = undefined;
    // If the module's instance was lost, this call is not needed: the instance's whole memory is garbage-collected.
    if (held && !this.#caller.isLost) this.#caller.run(() => held.delete());
  }

  protected get caller(): Caller {
    return this.#caller;
  }

  /**
   * Returns the object.
   * @throws AttentionError after `release`, or if the module's instance was lost after a trap or an abort
   */
  protected get object(): Held {
    return this.objectFor('call');
  }

  /**
   * Returns the object.
   * @throws AttentionError naming `argument` after `release`, or if the module's instance was lost
   */
  protected objectFor(argument: string): Held {
    if (this.#held && !this.#caller.isLost) return this.#held;
    const code = this.#held ? 'lost' : 'released';
    throw new AttentionError('Internal', argument, code, [], null);
  }
}
