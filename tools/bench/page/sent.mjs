// SPDX-License-Identifier: MIT

/**
 * @typedef {{path: string, bytes: number, at: number}} Sent  a response; bytes: its size with headers; at: Unix time in
 * ms
 */

/**
 * Records the responses of Vite's preview server. A list in the page would lack the responses to its workers.
 * @returns {{plugin: import('vite').Plugin, sent: Sent[]}}  the plugin must precede all plugins that respond
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
