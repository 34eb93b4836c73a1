// SPDX-License-Identifier: MIT
// How the site wants to be served. Files for hosts, the preview and the tests are all made from this.

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

/**
 * Sent with every file. There is no `frame-ancestors` and the resource policy is `cross-origin`
 * because course pages elsewhere embed lessons.
 */
export const siteHeaders: Headers = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** What a page says of itself where its host sends no headers. */
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

/** Top folders whose files are sent differently: those of `assets` are named by their content. */
export const folderHeaders: Readonly<Record<string, Headers>> = {
  assets: { ...FOREVER, ...SHARED },
  embed: { ...FRESH, ...SHARED },
  // To be taken along: below the site's policy what they hold in themselves would not run.
  single: { ...FRESH, 'Content-Disposition': 'attachment' },
};

/** Sent with every file outside those folders. */
export const restHeaders: Headers = FRESH;

/** Types that hosts get wrong. */
export const mimeTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The headers of one file but for its type; its path is below the site's folder: `assets/a.js`. */
export function headersFor(path: string): Headers {
  const [folder = ''] = path.split('/');
  const isBelow = path.includes('/') && Object.hasOwn(folderHeaders, folder);
  return { ...siteHeaders, ...(isBelow ? folderHeaders[folder] : restHeaders) };
}
