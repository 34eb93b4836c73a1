// SPDX-License-Identifier: MIT
// The HTTP headers of the site. The files for hosts, the preview server and the tests use this definition.

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
 * Headers of every file. Pages elsewhere embed lessons, so there is no `frame-ancestors`, and the resource policy is
 * `cross-origin`.
 */
export const siteHeaders: Headers = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers that pages repeat in `<meta>` elements, for hosts that send none. */
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

/** Headers of top-level folders. File names in `assets` contain a hash of the content. */
export const folderHeaders: Readonly<Record<string, Headers>> = {
  assets: { ...FOREVER, ...SHARED },
  embed: { ...FRESH, ...SHARED },
  // These files are for download: under the site's policy, their inline scripts would not run.
  single: { ...FRESH, 'Content-Disposition': 'attachment' },
};

/** Headers of every file outside these folders. */
export const restHeaders: Headers = FRESH;

/** Media types that hosts often get wrong. */
export const mimeTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The headers of a file without its type. The path is relative to the site's folder: `assets/a.js`. */
export function headersFor(path: string): Headers {
  const [folder = ''] = path.split('/');
  const isBelow = path.includes('/') && Object.hasOwn(folderHeaders, folder);
  return { ...siteHeaders, ...(isBelow ? folderHeaders[folder] : restHeaders) };
}
