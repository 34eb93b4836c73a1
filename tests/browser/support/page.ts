// SPDX-License-Identifier: MIT
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Problem } from './agent/problems.ts';
import { AXE_PATH } from './agent/script.ts';
import type { PointerStep, Tab } from './engine.ts';
import { callInPage } from './in-page.ts';
import { Locator } from './locator.ts';
import type { Point } from './pointer.ts';
import { type Server, serverAt } from './server.ts';
import { PATIENCE_MS, waitFor } from './wait.ts';

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };

export interface AxeViolation {
  rule: string;
  help: string;
  /** CSS selectors of the elements that violate the rule. */
  targets: string[];
}

/** axe's rules that compare colours. */
export const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

const withoutPlace = (line: string) => line.replace(/ \(\S*\)$/, '');

/** A tab of a real browser. Inherits the methods that find elements from `Locator`. */
export class Page extends Locator {
  /**
   * The number of requests to each server that `problems` must not report, because they were made before this page was
   * opened or because `takeProblems` has already returned them.
   */
  private readonly servers = new Map<Server, number>();
  isClosed = false;

  /** @param isAudited  whether `axe()` audits this page */
  constructor(
    tab: Tab,
    private readonly isAudited: boolean,
  ) {
    super(tab, [], { timeout: PATIENCE_MS });
  }

  async open(url: string): Promise<void> {
    const server = serverAt(new URL(url).origin);
    if (server && !this.servers.has(server)) this.servers.set(server, server.requests.length);
    await this.tab.goto(url);
  }

  reload = (): Promise<void> => this.tab.reload();

  /** Goes back one history entry, in the same or another document, and waits until its page is shown. */
  back = (): Promise<void> => this.travel(-1);
  forward = (): Promise<void> => this.travel(1);

  private async travel(by: -1 | 1): Promise<void> {
    // Waits for the page's own events, because some drivers do not notice that the browser has restored a page from the
    // back/forward cache.
    await this.run((steps) => {
      const page = window as unknown as { __isLeaving: boolean };
      page.__isLeaving = true;
      for (const arrival of ['popstate', 'pageshow'])
        addEventListener(arrival, () => {
          page.__isLeaving = false;
        });
      setTimeout(() => history.go(steps));
    }, by);
    const hasArrived = () =>
      document.readyState === 'complete' && !('__isLeaving' in window && window.__isLeaving);
    await waitFor(() => this.run(hasArrived));
  }

  /** Navigates as a script of the page would. Does not wait until the new page is loaded. */
  async go(to: string): Promise<void> {
    // A driver fails if the page is left before the driver has received the call's result, so a timer navigates later.
    await this.run((address) => {
      setTimeout(() => location.assign(address));
    }, to);
  }

  url = (): Promise<string> => this.run(() => location.href);
  resize = (width: number, height: number): Promise<void> => this.tab.resize(width, height);

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.tab.close();
  }

  /**
   * Calls a function in the page. It runs there from its source text, so it must not refer to anything outside
   * itself.
   */
  run<R, Args extends Json[]>(run: (...args: Args) => R, ...args: Args): Promise<Awaited<R>> {
    return callInPage(this.tab, `${run}`, args);
  }

  /** Presses keys and key combinations on the focused element, such as 'Tab', 'Shift+Tab', 'a'. */
  keys = (...chords: string[]): Promise<void> => this.tab.press(chords);

  type = (text: string): Promise<void> => this.tab.type(text);

  /** Moves the pointer to points of the viewport, or presses ('down') or releases ('up') its primary button. */
  pointer = (...steps: PointerStep[]): Promise<void> => this.tab.pointer(steps);

  /**
   * Puts a finger on a point of the viewport, moves it to another point, and lifts it. This scrolls the page, or drags
   * an element that handles touches itself. Needs a page with the setting `touch`, which only Chromium has.
   */
  async swipe(from: Point, to: Point): Promise<void> {
    if (!this.tab.swipe) throw new Error('a swipe needs a page with the setting `touch`');
    await this.tab.swipe(from, to);
  }

  /** Turns the wheel at the pointer by `down` pixels. */
  wheel = (down: number): Promise<void> => this.tab.wheel(down);

  /** Takes a PNG of the viewport, or of the whole page, and writes it to `path` if that is given. */
  async screenshot({ path, whole = false }: { path?: string; whole?: boolean } = {}) {
    const image = await this.tab.screenshot(whole);
    if (path === undefined) return image;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, image);
    return image;
  }

  /** All problems since the page was opened or since the last call of `takeProblems`. */
  async problems(): Promise<Problem[]> {
    const recorded = await this.run(async () => {
      // Waits for pending messages, because frames and workers send their problems to the page as messages.
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise(requestAnimationFrame);
      return window.__problems?.problems() ?? [];
    });
    const failed = [...this.servers].flatMap(([server, since]) =>
      server.requests
        .slice(since)
        // Ignores /favicon.ico, which some browsers request even if the page names another icon.
        .filter(({ path, status }) => status >= 400 && path !== '/favicon.ico')
        .map(({ path, status }): Problem => ({ kind: 'request', text: `${status} ${path}` })),
    );
    const known = [...recorded, ...failed].map(({ text }) => text).join('\n');
    const others = this.tab.messages().filter((line) => !known.includes(withoutPlace(line)));
    return [
      ...recorded,
      ...failed,
      ...others.map((text): Problem => ({ kind: 'console', text: `browser: ${text}` })),
    ];
  }

  /**
   * Returns and clears the problems. A test that causes problems on purpose calls it, because left problems fail the
   * test.
   */
  async takeProblems(): Promise<Problem[]> {
    const taken = await this.problems();
    await this.run(() => window.__problems?.clear());
    for (const server of this.servers.keys()) this.servers.set(server, server.requests.length);
    this.tab.messages().length = 0;
    return taken;
  }

  /**
   * The violations that axe-core finds in the current page. Only Chromium audits pages, because audits are slow and their
   * results do not depend on the engine.
   */
  async axe(options: RunOptions = {}): Promise<AxeViolation[]> {
    if (!this.isAudited) return [];
    const audit = async (path: string, wanted: RunOptions) => {
      if (!('axe' in window)) {
        const script = document.createElement('script');
        script.src = path;
        document.head.append(script);
        await new Promise((resolve, reject) => {
          script.addEventListener('load', resolve);
          script.addEventListener('error', () => reject(new Error(`no axe-core at ${path}`)));
        });
        script.remove();
      }
      const { axe } = window as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } };
      const { violations } = await axe.run({ ...wanted, resultTypes: ['violations'] });
      return violations.map(({ id, help, nodes }) => ({
        rule: id,
        help,
        targets: nodes.map((node) => node.target.join(' ')),
      }));
    };
    return callInPage(this.tab, `${audit}`, [AXE_PATH, options]);
  }
}
