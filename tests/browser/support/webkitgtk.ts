// SPDX-License-Identifier: MIT
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBrowsers } from '../../../tools/browsers.mjs';
import { freePort } from '../../../tools/process.mjs';
import { BrowserCrash, type Driver, type Tab } from './engine.ts';
import { startChild, startXvfb, stopChild } from './processes.ts';
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

/** Starts a MiniBrowser. After a crash, the next tab starts another MiniBrowser. */
export async function startWebKit(): Promise<Driver> {
  const { xvfb, display } = await startXvfb();
  let instance = await startInstance(display);
  return {
    version: `WebKitGTK ${instance.session.capabilities.browserVersion}`,
    newTab: async (size): Promise<Tab> => {
      if (!(await isAlive(instance))) {
        await closeInstance(instance);
        instance = await startInstance(display);
      }
      return WebKitTab.open(instance.session, instance.mainWindow, size);
    },
    close: async () => {
      await closeInstance(instance);
      await stopChild(xvfb);
    },
  };
}

async function startInstance(display: string): Promise<Instance> {
  const { webkitDriver, miniBrowser } = findBrowsers();
  if (!webkitDriver || !miniBrowser) throw new Error('WebKitGTK is not installed');
  const port = await freePort();
  const theme = new URL('gtk', import.meta.url);
  const driver = startChild(webkitDriver, [`--port=${port}`, '--host=127.0.0.1'], {
    ...process.env,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    XDG_CONFIG_HOME: fileURLToPath(theme),
    // Without a GPU, accelerated compositing takes five times as long.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    // Makes en-US the language of the pages, even if this locale is not installed.
    LC_ALL: 'en_US.UTF-8',
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await fetch(`${origin}/status`)).ok);
  const session = await Session.start(origin, {
    browserName: 'MiniBrowser',
    timeouts: { script: SCRIPT_TIMEOUT_MS },
    'webkitgtk:browserOptions': {
      binary: miniBrowser,
      args: ['--automation', '--javascript-can-open-windows-automatically=true'],
    },
  });
  return { driver, session, mainWindow: await session.get<string>('/window') };
}

async function isAlive({ session }: Instance): Promise<boolean> {
  try {
    await session.get('/window/handles');
    return true;
  } catch (error) {
    if (error instanceof BrowserCrash) return false;
    throw error;
  }
}

async function closeInstance({ driver, session }: Instance): Promise<void> {
  await session.delete().catch(() => {});
  await stopChild(driver);
}
