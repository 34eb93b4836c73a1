// SPDX-License-Identifier: MIT
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBrowsers } from '../../../tools/browsers.mjs';
import { BrowserCrash, type Driver, type PageSettings, type Tab } from './engine.ts';
import { freePort, startChild, startXvfb, stopChild } from './processes.ts';
import { waitFor } from './wait.ts';
import { Session } from './webdriver.ts';
import { WebKitTab } from './webkitgtk-tab.ts';

/** The time after which WebDriver aborts a function in the page: as long as the longest test may take. */
const SCRIPT_TIMEOUT_MS = 600_000;

/** One MiniBrowser, WebKitGTK's test browser, with its WebDriver process. */
interface Instance {
  driver: ChildProcess;
  session: Session;
  /** The handle of the first window, which stays open. Pages open in pop-up windows, which have no tool bar. */
  mainWindow: string;
}

/**
 * Starts a MiniBrowser. A tab with another colour scheme or reduced motion starts another MiniBrowser; so does the next
 * tab after a crash.
 */
export async function startWebKit(): Promise<Driver> {
  const { xvfb, display } = await startXvfb();
  const started = new Map<string, Promise<Instance>>();
  const start = async ({ colorScheme, reducedMotion }: PageSettings): Promise<Instance> => {
    const key = JSON.stringify({ colorScheme, reducedMotion });
    const last = started.get(key);
    if (last && (await isAlive(last))) return last;
    if (last) await closeInstance(last);
    const instance = startInstance(display, colorScheme, reducedMotion);
    started.set(key, instance);
    return instance;
  };
  const plain = await start({ colorScheme: 'light', reducedMotion: false });
  return {
    version: `WebKitGTK ${plain.session.capabilities.browserVersion}`,
    newTab: async (settings): Promise<Tab> => {
      if (settings.forcedColors) throw new Error('WebKit has no forced colours');
      if (settings.touch) throw new Error('the driver of WebKit has no touch screen');
      if (settings.language !== 'en-US') throw new Error('WebKitGTK speaks en-US in tests');
      const { session, mainWindow } = await start(settings);
      const tab = await WebKitTab.open(session, mainWindow, display);
      await tab.resize(settings.width, settings.height);
      return tab;
    },
    close: async () => {
      await Promise.all([...started.values()].map(closeInstance));
      await stopChild(xvfb);
    },
  };
}

async function startInstance(
  display: string,
  colorScheme: PageSettings['colorScheme'],
  reducedMotion = false,
): Promise<Instance> {
  const { webkitDriver, miniBrowser } = findBrowsers();
  if (!webkitDriver || !miniBrowser) throw new Error('WebKitGTK is not installed');
  const port = await freePort();
  const theme = new URL(`gtk/${reducedMotion ? 'reduced-motion' : 'plain'}`, import.meta.url);
  const driver = startChild(webkitDriver, [`--port=${port}`, '--host=127.0.0.1'], {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: fileURLToPath(theme),
    // Without a GPU, accelerated compositing takes five times as long.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // The language of the pages is then en-US, even if this locale is not installed.
    LC_ALL: 'en_US.UTF-8',
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${origin}/status`)).ok);
  const session = await Session.start(origin, {
    browserName: 'MiniBrowser',
    timeouts: { script: SCRIPT_TIMEOUT_MS },
    'webkitgtk:browserOptions': {
      binary: miniBrowser,
      args: [
        '--automation',
        '--javascript-can-open-windows-automatically=true',
        ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
      ],
    },
  });
  return { driver, session, mainWindow: await session.get<string>('/window') };
}

async function isAlive(starting: Promise<Instance>): Promise<boolean> {
  const { session } = await starting;
  try {
    await session.get('/window/handles');
    return true;
  } catch (error) {
    if (error instanceof BrowserCrash) return false;
    throw error;
  }
}

async function closeInstance(starting: Promise<Instance>): Promise<void> {
  const { driver, session } = await starting;
  await session.delete().catch(() => {});
  await stopChild(driver);
}
