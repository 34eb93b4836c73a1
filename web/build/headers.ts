// SPDX-License-Identifier: MIT
// The HTTP headers of the site. The configuration files for hosts, the preview server and the tests use these
// definitions.

const policy: Record<string, readonly string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

export type Headers = Readonly<Record<string, string>>;

const POLICY: Headers = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; '),
};

/** Headers of every file. Pages of other origins embed lessons, so `Cross-Origin-Resource-Policy` allows them. */
export const commonHeaders: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers of the site's pages. Their policy has no `frame-ancestors`, so any page may embed them in a frame. */
export const siteHeaders: Headers = { ...commonHeaders, ...POLICY };

/** Headers that pages repeat in `<meta>` elements, for hosts on which headers cannot be configured. */
export const metaTags: readonly Headers[] = [
  {
    'http-equiv': 'Content-Security-Policy',
    content: siteHeaders['Content-Security-Policy'] ?? '',
  },
  { name: 'referrer', content: siteHeaders['Referrer-Policy'] ?? '' },
];

const FRESH: Headers = { 'Cache-Control': 'no-cache' };
const FOREVER: Headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const SHARED: Headers = { 'Access-Control-Allow-Origin': '*' };
/** If a host page is cross-origin isolated, it can embed only frames and workers whose response has this header. */
const ISOLATED: Headers = { 'Cross-Origin-Embedder-Policy': 'require-corp' };

/**
 * Headers in addition to the common ones, by path prefix. Only the longest matching prefix applies, so each entry is
 * complete. File names in `assets` contain a content hash, so these files never change.
 */
export const placeHeaders: Readonly<Record<string, Headers>> = {
  '': { ...POLICY, ...FRESH },
  'assets/': { ...POLICY, ...FOREVER, ...SHARED, ...ISOLATED },
  'embed/': { ...POLICY, ...FRESH, ...SHARED },
  'embed/assets/': { ...POLICY, ...FOREVER, ...SHARED, ...ISOLATED },
  'embed.html': { ...POLICY, ...FRESH, ...ISOLATED },
  // The pages in single/ contain their own policy in a `<meta>` element, because it must allow their inline scripts.
  'single/': { ...FRESH, ...ISOLATED },
};

/** The key of `placeHeaders` that applies to a path: the longest matching prefix. */
export const placeOf = (path: string): string =>
  Object.keys(placeHeaders)
    .filter((start) => path.startsWith(start))
    .reduce((one, other) => (one.length > other.length ? one : other));

/** Media types (MIME types) of files for which many hosts send a wrong one. */
export const mimeTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** All headers of a file except Content-Type. `path` is relative to the site's folder, such as `assets/a.js`. */
export const headersFor = (path: string): Headers => ({
  ...commonHeaders,
  ...placeHeaders[placeOf(path)],
});
