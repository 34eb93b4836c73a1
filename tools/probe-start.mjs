// SPDX-License-Identifier: MIT
// Tests `npm start`: runs it, fetches the page at the address that it prints, and stops it. Exit code 0: the response
// is successful and has a title.
import { spawn } from 'node:child_process';
import { ROOT } from './process.mjs';

// `detached` starts a new process group, so that one signal stops npm, its shell and Node.
const server = spawn('npm', ['start', ...process.argv.slice(2)], {
  cwd: ROOT,
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const start = performance.now();
let output = '';
let isAsked = false;

server.stdout.setEncoding('utf8').on('data', async (text) => {
  process.stdout.write(text);
  output += text;
  const address = output.match(/^Attention Lab: (\S+)\s/m)?.[1];
  if (!address || isAsked) return;
  isAsked = true;
  const after = ((performance.now() - start) / 1000).toFixed(1);
  const response = await fetch(address);
  const title = (await response.text()).match(/<title>([^<]*)/)?.[1];
  console.log(`probe: ${address} after ${after} s: ${response.status}, title “${title}”`);
  process.exitCode = response.ok && title ? 0 : 1;
  process.kill(-(server.pid ?? 0), 'SIGTERM');
});
server.on('exit', (code) => {
  if (isAsked) return;
  console.error(`probe: npm start ended with ${code} before it printed an address`);
  process.exitCode = 1;
});
