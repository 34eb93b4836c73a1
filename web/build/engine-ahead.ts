// SPDX-License-Identifier: MIT
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PROBES, TWINS, type Twin } from '../src/engine/twin.ts';

type Links = readonly Readonly<Record<string, string>>[];
type Asked = readonly { name: Twin; probe: readonly number[]; links: Links }[];

/** The source text of this function becomes a script of the page, so it must not refer to anything outside itself. */
function ask(twins: Asked): void {
  const forced = new URLSearchParams(location.search).get('simd');
  const twin =
    twins.find(({ name }) => name === forced) ??
    twins.find(({ probe }) => self.WebAssembly?.validate(new Uint8Array(probe)));
  const base = (document.currentScript as HTMLScriptElement).src;
  for (const { href = '', ...attributes } of twin?.links ?? []) {
    const link = document.createElement('link');
    for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
    link.crossOrigin = '';
    link.href = new URL(href, base).href;
    document.head.append(link);
  }
}

/** The files of a twin: its script and its module, relative to the folder of the calling script. */
function linksOf(twin: Twin, bundle: Rolldown.OutputBundle): Links {
  const path = `/wasm-${twin}/`;
  return Object.values(bundle).flatMap((output) => {
    const href = basename(output.fileName);
    if (output.type === 'chunk')
      return output.facadeModuleId?.includes(path) ? [{ rel: 'modulepreload', href }] : [];
    const isModule =
      href.endsWith('.wasm') && output.originalFileNames.some((name) => name.includes(path));
    // Lower priority than the files for the first paint.
    const urgency = { fetchpriority: 'low' };
    return isModule
      ? [{ rel: 'preload', as: 'fetch', type: 'application/wasm', href, ...urgency }]
      : [];
  });
}

/**
 * Makes the page request the engine together with its own scripts, because every page computes. A script of a few
 * hundred bytes does this at run time, because the platform determines the twin.
 */
export function engineAhead(): Plugin {
  let script = '';
  return {
    name: 'attention-lab:engine-ahead',
    apply: 'build',
    generateBundle: {
      // Run before the pages are written.
      order: 'pre',
      handler(_, bundle) {
        const twins: Asked = TWINS.map((name) => ({
          name,
          probe: PROBES[name],
          links: linksOf(name, bundle),
        }));
        script = this.getFileName(
          this.emitFile({
            type: 'asset',
            name: 'engine-ahead.js',
            originalFileName: 'engine-ahead',
            source: `(${ask})(${JSON.stringify(twins)});\n`,
          }),
        );
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { filename }) =>
        filename.endsWith('/index.html')
          ? // No `async` or `defer`: the script must run before the site's own scripts.
            [{ tag: 'script', attrs: { src: `./${script}` }, injectTo: 'head-prepend' }]
          : [],
    },
  };
}
