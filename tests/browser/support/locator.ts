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

/** How long the locators of a page wait for their element, in milliseconds. */
export type Patience = { timeout: number };

/**
 * How to find one element. It is looked for anew at each use, waited for up to five seconds, and
 * an error when there is none or more than one. So it stays good when the page draws itself anew.
 */
export class Locator {
  constructor(
    readonly tab: Tab,
    private readonly steps: Step[],
    readonly patience: Patience,
  ) {}

  /** By role and accessible name: all of it as a string, or a pattern in it. Hidden ones do not count. */
  get(role: string, { name }: { name?: string | RegExp } = {}): Locator {
    return this.within({
      by: 'role',
      role,
      ...(name === undefined ? {} : { name: pattern(name) }),
    });
  }

  /** A control by its accessible name, whatever its role. */
  label(name: string | RegExp): Locator {
    return this.within({ by: 'label', name: pattern(name) });
  }

  /** Where roles cannot tell; also finds what is hidden. */
  css(selector: string): Locator {
    return this.within({ by: 'css', selector });
  }

  nth(index: number): Locator {
    return this.within({ by: 'nth', index });
  }

  private within(step: Step): Locator {
    return new Locator(this.tab, [...this.steps, step], this.patience);
  }

  /** How many there are at this moment. */
  count(): Promise<number> {
    return callInPage(this.tab, '(steps) => __find.all(steps).length', [this.steps]);
  }

  /** One locator for each that there is at this moment. */
  async all(): Promise<Locator[]> {
    return Array.from({ length: await this.count() }, (_, index) => this.nth(index));
  }

  /** Calls a function with the element, in the page; the function refers to nothing outside itself. */
  async evaluate<R, Args extends Json[]>(
    run: (element: Element, ...args: Args) => R,
    ...args: Args
  ): Promise<Awaited<R>> {
    const source = `(steps, args) => {
      if (!window.__find) throw Object.assign(new Error('no page yet'), { name: 'NotReady' });
      return (${run})(__find.one(steps), ...args);
    }`;
    const isFinal = (error: unknown) => error instanceof InPageError && !error.isTransient;
    // In a box, as the result itself may be a false or null that is not to be waited out.
    const { result } = await waitFor(
      async () => ({ result: await callInPage<Awaited<R>>(this.tab, source, [this.steps, args]) }),
      { timeout: this.patience.timeout, isFinal },
    );
    return result;
  }

  /** The text as it is shown, each run of white space as one space. */
  text = (): Promise<string> => this.evaluate((element) => window.__find.text(element));
  name = (): Promise<string> => this.evaluate((element) => window.__find.name(element));
  description = (): Promise<string> => this.evaluate((el) => window.__find.description(el));
  role = (): Promise<string> => this.evaluate((element) => window.__find.role(element));

  /** The value of a form control. */
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

  isChecked = (): Promise<boolean> => this.evaluate((element) => element.matches(':checked'));

  /** In pixels of the viewport. */
  box = (): Promise<Box> =>
    this.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });

  focus = (): Promise<void> => this.evaluate((element) => (element as HTMLElement).focus());

  /** Focuses the element, then presses keys and chords such as 'Home', 'Shift+Tab', 'a'. */
  async press(...chords: string[]): Promise<void> {
    await this.focus();
    await this.tab.press(chords);
  }

  click = (at?: pointer.Point): Promise<void> => pointer.click(this, at);
  hover = (at?: pointer.Point): Promise<void> => pointer.hover(this, at);
  drag = (way: pointer.Way, options?: pointer.DragOptions): Promise<void> =>
    pointer.drag(this, way, options);

  fill = (text: string | number, commit?: 'Tab' | 'Enter'): Promise<void> =>
    controls.fill(this, `${text}`, commit);
  select = (option: string): Promise<void> => controls.select(this, option);
  setRange = (value: number): Promise<void> => controls.setRange(this, value);
  dragRange = (value: number): Promise<number> => controls.dragRange(this, value);
}
