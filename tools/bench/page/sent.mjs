// SPDX-License-Identifier: MIT

/** @typedef {{path: string, bytes: number, at: number}} Sent  bytes: with headers; at: on the clock of Date */

/**
 * Notes what a server has sent, to pages and workers alike.
 * @returns {{plugin: import('vite').Plugin, sent: Sent[]}}  goes before what answers
 */
export function counted() {
  /** @type {Sent[]} */
  const sent = [];
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'counted',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { socket } = request;
        const before = socket.bytesWritten;
        response.on('finish', () => {
          sent.push({
            path: request.url ?? '/',
            bytes: socket.bytesWritten - before,
            at: performance.timeOrigin + performance.now(),
          });
        });
        next();
      });
    },
  };
  return { plugin, sent };
}
