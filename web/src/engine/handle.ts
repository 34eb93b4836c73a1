// SPDX-License-Identifier: MIT
import type { Bindings, Owned } from '#wasm/simd';
import type { Caller } from './caller.ts';
import { AttentionError } from './errors.ts';

/** An object that lives in the module until it is released; after that, its calls are refused. */
export class Handle<Held extends Owned> {
  private held: Held | undefined;

  /** @param make  gives the object, or null when the module refuses */
  constructor(
    protected readonly caller: Caller,
    make: (bindings: Bindings) => Held | null,
  ) {
    this.held = caller.checked(() => make(caller.bindings));
  }

  /** Gives the object's memory back; a second time does nothing. */
  release(): void {
    this.held?.delete();
    this.held = undefined;
  }

  /** @throws AttentionError after `release` */
  protected get object(): Held {
    return this.objectFor('call');
  }

  /** @throws AttentionError naming `argument` after `release` */
  protected objectFor(argument: string): Held {
    if (this.held) return this.held;
    throw new AttentionError('Internal', argument, 'an object in use', 'a released one');
  }
}
