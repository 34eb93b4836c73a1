// SPDX-License-Identifier: MIT
import type { Match, Step } from './agent/find.ts';
import * as controls from './controls.ts';
import type { Tab } from './engine.ts';
import { callInPage, InPageError } from './in-page.ts';
import * as pointer from './pointer.ts';
import { waitFor } from './wait.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

const pattern = (match: string | RegExp): Match =>
  typeof match === 'string' ? match : { source: match.source, flags: match.flags };

/** The time, in milliseconds, for which the locators of a page wait for their element. */
export type Patience = { timeout: number };

/**
 * Describes how to find one element. Each use searches the page again, so a locator stays valid when the page
 * re-renders. A use waits until exactly one element matches, and throws when `patience` is over.
 */
export class Locator {
  constructor(
    readonly tab: Tab,
    private readonly steps: Step[],
    readonly patience: Patience,
  ) {}

  /**
   * Finds visible elements by role and accessible name. A string must be the whole name; a regular expression must
   * match a part of it.
   */
  get(role: string, { name }: { name?: string | RegExp } = {}): Locator {
    return this.within({
      by: 'role',
      role,
      ...(name === undefined ? {} : { name: pattern(name) }),
    });
  }

  /** Finds elements by CSS selector, including hidden ones. Use it where role and name cannot distinguish them. */
  css(selector: string): Locator {
    return this.within({ by: 'css', selector });
  }

  nth(index: number): Locator {
    return this.within({ by: 'nth', index });
  }

  private within(step: Step): Locator {
    return new Locator(this.tab, [...this.steps, step], this.patience);
  }

  /** The number of elements that match now; does not wait. */
  count(): Promise<number> {
    return callInPage(this.tab, '(steps) => __find.all(steps).length', [this.steps]);
  }

  /** One locator for each element that matches now; does not wait. */
  async all(): Promise<Locator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index));
  }

  /**
   * Calls a function in the page with the element. The function runs there from its source text, so it must not
   * refer to anything outside itself.
   */
  async evaluate<R, Args extends Json[]>(
    run: (element: Element, ...args: Args) => R,
    ...args: Args
  ): Promise<Awaited<R>> {
    const source = `(steps, args) => {
      if (!window.__find) throw Object.assign(new Error('no page yet'), { name: 'NotReady' });
      return (${run})(__find.one(steps), ...args);
    }`;
    const isFinal = (error: unknown) => error instanceof InPageError && !error.isTransient;
    // The result is wrapped in an object, because `waitFor` repeats a call whose result is false or null.
    const { result } = await waitFor(
      async () => ({ result: await callInPage<Awaited<R>>(this.tab, source, [this.steps, args]) }),
      { timeout: this.patience.timeout, isFinal },
    );
    return result;
  }

  /** The rendered text, with each run of white space collapsed to one space. */
  text = (): Promise<string> => this.evaluate((element) => window.__find.text(element));
  name = (): Promise<string> => this.evaluate((element) => window.__find.name(element));
  description = (): Promise<string> => this.evaluate((el) => window.__find.description(el));
  role = (): Promise<string> => this.evaluate((element) => window.__find.role(element));

  value = (): Promise<string> => this.evaluate((element) => (element as HTMLInputElement).value);

  attribute = (name: string): Promise<string | null> =>
    this.evaluate((element, key) => element.getAttribute(key), name);

  property = <T extends Json>(name: string): Promise<T> =>
    this.evaluate((element, key) => Reflect.get(element, key), name);

  isFocused = (): Promise<boolean> =>
    this.evaluate(
      (element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
    );

  isVisible = (): Promise<boolean> =>
    this.evaluate((element) => element.checkVisibility({ visibilityProperty: true }));

  /** The bounding box in viewport pixels. */
  box = (): Promise<Box> =>
    this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });

  focus = (): Promise<void> => this.evaluate((element) => (element as HTMLElement).focus());

  /** Focuses the element, then presses keys and key combinations such as 'Home', 'Shift+Tab', 'a'. */
  async press(...chords: string[]): Promise<void> {
    await this.focus();
    await this.tab.press(chords);
  }

  click = (at?: pointer.Point): Promise<void> => pointer.click(this, at);
  hover = (at?: pointer.Point): Promise<void> => pointer.hover(this, at);
  /** Drags the element's centre by a number of pixels. */
  drag = (by: pointer.Point): Promise<void> => pointer.drag(this, by);

  fill = (text: string | number, commit?: 'Tab' | 'Enter'): Promise<void> =>
    controls.fill(this, `${text}`, commit);
  select = (option: string): Promise<void> => controls.select(this, option);
}
