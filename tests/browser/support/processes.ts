// SPDX-License-Identifier: MIT
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/**
 * Starts a program that the Linux kernel kills when this process ends, even by a crash. The stream
 * `stdio[3]` of the result reads the output that the program writes to file descriptor 3.
 */
export function startChild(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', command, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  child.on('error', () => {});
  return child;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The size of the screen of Xvfb in pixels. A window in its lower right quarter can be 1920 pixels wide. */
export const SCREEN = { width: 3840, height: 2160 };

/** Starts Xvfb, an X server without a screen, on a free display. Returns its process and its display, such as `:99`. */
export async function startXvfb(): Promise<{ xvfb: ChildProcess; display: string }> {
  const screen = `${SCREEN.width}x${SCREEN.height}x24`;
  const args = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-noreset'];
  const xvfb = startChild('Xvfb', args);
  const line = once(xvfb.stdio[3] as Readable, 'data').then(([data]) => `${data}`.trim());
  const failed = once(xvfb, 'exit').then(() => undefined);
  const number = await Promise.race([line, failed]);
  if (number === undefined) throw new Error('Xvfb does not start');
  return { xvfb, display: `:${number}` };
}
