// SPDX-License-Identifier: MIT
import { BLANK_PATH } from './agent/script.ts';
import { clearStorage } from './clear-storage.ts';
import { BrowserCrash, type PointerStep, type Tab } from './engine.ts';
import { SCREEN } from './processes.ts';
import { serverAt } from './server.ts';
import { waitFor } from './wait.ts';
import type { Session } from './webdriver.ts';

/**
 * The position of the X pointer: the middle of the screen. Without a window manager, X gives the focus to the window
 * under the pointer, so each window has its upper left corner there.
 */
const POINTER = { x: SCREEN.width / 2, y: SCREEN.height / 2 };

/**
 * A window of MiniBrowser, WebKitGTK's test browser. All windows share one WebDriver session, so each command first
 * switches the session to its window.
 */
export class WebKitTab implements Tab {
  private static readonly current = new WeakMap<Session, string>();
  private readonly origins = new Set<string>();

  private constructor(
    private readonly session: Session,
    private readonly mainWindow: string,
    private readonly window: string,
  ) {}

  static async open(
    session: Session,
    mainWindow: string,
    { width, height }: { width: number; height: number },
  ): Promise<WebKitTab> {
    await WebKitTab.turn(session, mainWindow);
    const before = await session.get<string[]>('/window/handles');
    await session.call("async () => { window.open('about:blank', '_blank', 'popup'); }", null);
    const window = await waitFor(async () => {
      const now = await session.get<string[]>('/window/handles');
      return now.find((handle) => !before.includes(handle)) ?? null;
    });
    const tab = new WebKitTab(session, mainWindow, window);
    await tab.resize(width, height);
    await waitFor(() => tab.call('async () => document.hasFocus()', ''));
    return tab;
  }

  private static async turn(session: Session, handle: string): Promise<void> {
    if (WebKitTab.current.get(session) === handle) return;
    await session.post('/window', { handle });
    WebKitTab.current.set(session, handle);
  }

  private async own(): Promise<Session> {
    await WebKitTab.turn(this.session, this.window);
    return this.session;
  }

  async goto(url: string): Promise<void> {
    this.origins.add(new URL(url).origin);
    await (await this.own()).post('/url', { url });
  }

  async reload(): Promise<void> {
    await (await this.own()).post('/refresh');
  }

  async resize(width: number, height: number): Promise<void> {
    await (await this.own()).post('/window/rect', { ...POINTER, width, height });
    await waitFor(async () => {
      const size = await this.call("async () => innerWidth + '×' + innerHeight", '');
      if (size !== `${width}×${height}`) throw new Error(`the window is ${size}`);
    });
  }

  async call(source: string, argument: string): Promise<string> {
    return (await this.own()).call(source, argument);
  }

  async pointer(steps: readonly PointerStep[]): Promise<void> {
    await (await this.own()).pointer(steps);
  }

  // WebKitGTK's driver ignores wheel actions, so a script dispatches the event and scrolls the page.
  async wheel(down: number): Promise<void> {
    const turn = (by: string) => {
      const deltaY = Number(by);
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
      target?.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, composed: true }));
      scrollBy(0, deltaY);
    };
    await this.call(`async ${turn}`, `${down}`);
  }

  async press(chords: readonly string[]): Promise<void> {
    await (await this.own()).press(chords);
  }

  async type(text: string): Promise<void> {
    const keys = [...text].map((letter) => (letter === '\n' ? 'Enter' : letter));
    await (await this.own()).press(keys);
  }

  async screenshot(isWhole: boolean): Promise<Buffer> {
    if (!isWhole) return this.shoot();
    const size =
      'async () => JSON.stringify([innerWidth, innerHeight, document.documentElement.scrollHeight])';
    const [width, height, whole] = JSON.parse(await this.call(size, ''));
    await this.resize(width, Math.max(height, whole));
    const image = await this.shoot();
    await this.resize(width, height);
    return image;
  }

  private async shoot(): Promise<Buffer> {
    await this.call(`${startRepainting}`, '');
    const image = await this.session.get<string>('/screenshot');
    await this.call("async () => document.getElementById('harness-repaint')?.remove()", '');
    return Buffer.from(image, 'base64');
  }

  messages = (): string[] => [];

  async close(): Promise<void> {
    await this.leave().catch((error) => {
      if (!(error instanceof BrowserCrash)) throw error;
    });
  }

  private async leave(): Promise<void> {
    // Clears the storage of the visited origins, because later windows share the session and its storage.
    for (const origin of this.origins) {
      if (!serverAt(origin)) continue;
      // A page that was still loading can replace the blank page, and then the call fails and is repeated.
      await waitFor(async () => {
        await this.goto(origin + BLANK_PATH);
        await this.call(`${clearStorage}`, '');
      });
    }
    await (await this.own()).delete('/window');
    await WebKitTab.turn(this.session, this.mainWindow);
  }
}

/**
 * Makes the page repaint continuously, because WebKit may return an outdated screenshot, or none, of an unchanging
 * page.
 */
async function startRepainting(): Promise<void> {
  const dot = document.createElement('div');
  dot.id = 'harness-repaint';
  dot.style.cssText = 'position:fixed;left:0;top:0;width:1px;height:1px;pointer-events:none';
  document.body.append(dot);
  let frames = 0;
  await new Promise<void>((resolve) => {
    const tick = () => {
      if (!dot.isConnected) return;
      dot.style.opacity = frames % 2 === 0 ? '0.01' : '0.02';
      if (++frames === 3) resolve();
      requestAnimationFrame(tick);
    };
    tick();
  });
}
