// SPDX-License-Identifier: MIT
// Runs WebKitGTK's MiniBrowser on a virtual display (Xvfb) and controls it with the classic WebDriver protocol.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { findBrowsers } from '../../browsers.mjs';
import { Failure } from '../../process.mjs';

/**
 * @param {{width: number, height: number}} size  of the viewport, in pixels
 * @returns {Promise<import('./tabs.mjs').Started>}
 */
export async function startWebKit(size) {
  const { webkitDriver, miniBrowser } = findBrowsers();
  if (!webkitDriver || !miniBrowser) throw new Failure('WebKitGTK was not found');
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2560x1600x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(
    /** @type {import('node:stream').Readable} */ (screen.stdio[3]),
    'data',
  );
  const port = await freePort();
  const driver = spawn(webkitDriver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${`${display}`.trim()}`,
      GDK_BACKEND: 'x11',
      // Without a GPU, WebKit composites layers slowly with OpenGL.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LC_ALL: 'en_US.UTF-8',
    },
  });
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/status`).catch(() => undefined))?.ok)
    await new Promise((again) => setTimeout(again, 50));
  const { sessionId, capabilities } = await send(`${origin}/session`, {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        timeouts: { script: 60_000 },
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      },
    },
  });
  const session = `${origin}/session/${sessionId}`;
  const pointer = (/** @type {object} */ action) =>
    send(`${session}/actions`, {
      actions: [
        { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] },
      ],
    });
  /** @type {import('./tabs.mjs').Tab} */
  const tab = {
    goto: (url) => send(`${session}/url`, { url }),
    evaluate: (run, argument) =>
      send(`${session}/execute/async`, {
        script: `const [argument, done] = arguments; Promise.resolve((${run})(argument)).then(done);`,
        args: [argument ?? null],
      }),
    move: (x, y) =>
      pointer({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) }),
    down: () => pointer({ type: 'pointerDown', button: 0 }),
    up: () => pointer({ type: 'pointerUp', button: 0 }),
  };
  const inner = await tab.evaluate(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
  const [width = 0, height = 0] = inner;
  await send(`${session}/window/rect`, {
    x: 0,
    y: 0,
    width: size.width + width,
    height: size.height + height,
  });
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    tab,
    close: async () => {
      await fetch(session, { method: 'DELETE' });
      driver.kill();
      screen.kill();
    },
  };
}

/** @param {string} url @param {object} body @returns {Promise<any>} */
async function send(url, body) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Failure(`WebKitGTK: ${value.error}: ${value.message}`);
  return value;
}

/** A TCP port of 127.0.0.1 that is free now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}
