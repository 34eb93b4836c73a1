// SPDX-License-Identifier: MIT

const policy: Record<string, readonly string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

/**
 * The response headers that the site is served with: in preview, in the tests, and by any host that deploys it.
 * There is no `frame-ancestors` and the resource policy is `cross-origin` because course pages elsewhere embed lessons.
 */
export const siteHeaders: Record<string, string> = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
