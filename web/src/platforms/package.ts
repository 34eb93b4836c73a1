// SPDX-License-Identifier: MIT
// Makes packages for learning platforms, in Node and in browsers.
import { strToU8, zipSync } from 'fflate';
import { type Contents, manifestOf, PAGE } from './manifest.ts';
import { type Adapter, SETTINGS, STANDARD } from './standards.ts';

export interface PackageRequest extends Contents {
  /** The page: the text of `dist/single/<lesson>.html`, or of `attention-lab.html` for several lessons. */
  readonly page: string;
  /** The contents of `dist/single/<adapterOf(standard)>.json`. */
  readonly adapter: Adapter;
  /** Attributes of the element as a query: "controls=d&steps=2-4&state=scene%3Dwidth". Default: none. */
  readonly settings?: string;
}

/** A fixed modification time (local time), so that the same contents always give the same zip file. */
const NO_TIME = new Date(1980, 0, 1);

/** Inserts `text` before `mark`. @throws if the page does not contain `mark` */
function before(page: string, mark: string, text: string): string {
  const at = page.indexOf(mark);
  if (at < 0) throw new Error(`the page has no ${mark}`);
  return page.slice(0, at) + text + page.slice(at);
}

/** Adds the adapter, its settings and its permissions to a page. Only the cmi5 adapter needs to send requests. */
function pageOf({ page, adapter, standard, language, settings = '' }: PackageRequest): string {
  const asked = new URLSearchParams(settings);
  asked.set('lang', language);
  const meta = (name: string, content: string) =>
    `<meta name="${name}" content="${content.replaceAll('&', '&amp;')}" />\n    `;
  const parts: readonly (readonly [mark: string, text: string])[] = [
    [`'wasm-unsafe-eval'`, `${adapter.source} `],
    ['font-src data:', standard === 'cmi5' ? 'connect-src *; ' : ''],
    ['<meta name="viewport"', meta(STANDARD, standard) + meta(SETTINGS, `${asked}`)],
    ['<script', `${adapter.part}\n    `],
  ];
  return parts.reduce((text, [mark, part]) => before(text, mark, part), page);
}

export function packageOf(request: PackageRequest): Uint8Array<ArrayBuffer> {
  const [name, manifest] = manifestOf(request);
  return zipSync(
    { [name]: strToU8(manifest), [PAGE]: strToU8(pageOf(request)) },
    { mtime: NO_TIME, level: 9 },
  );
}
