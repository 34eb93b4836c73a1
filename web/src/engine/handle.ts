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
    // If the instance is lost, no call is needed, because the instance's whole memory is garbage-collected.
    if (held && !this.#caller.isLost) this.#caller.run(() => held.delete());
  }

  protected get caller(): Caller {
    return this.#caller;
  }

  /** @throws AttentionError after `release`, or if a trap or an abort has made the module's instance unusable */
  protected get object(): Held {
    return this.objectFor('call');
  }

  /** @throws AttentionError naming `argument` after `release`, or if the module's instance is unusable */
  protected objectFor(argument: string): Held {
    if (this.#held && !this.#caller.isLost) return this.#held;
    const code = this.#held ? 'lost' : 'released';
    throw new AttentionError('Internal', argument, code, [], null);
  }
}
