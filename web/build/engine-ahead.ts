// SPDX-License-Identifier: MIT
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { PROBES, TWINS, type Twin } from '../src/engine/twin.ts';

type Links = readonly Readonly<Record<string, string>>[];
type Asked = readonly { name: Twin; probe: readonly number[]; links: Links }[];

/** Runs in the page, as its text: it must not refer to anything outside itself. */
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

/** What a twin consists of: its script and its module, in the folder where the asking script lies too. */
function linksOf(twin: Twin, bundle: Rolldown.OutputBundle): Links {
  const path = `/wasm-${twin}/cpp/bindings/attention-core.`;
  return Object.values(bundle).flatMap((output) => {
    const href = basename(output.fileName);
    if (output.type === 'chunk')
      return output.facadeModuleId?.includes(path) ? [{ rel: 'modulepreload', href }] : [];
    const isModule =
      href.endsWith('.wasm') && output.originalFileNames.some((name) => name.includes(path));
    // Less urgent than what draws the page's first words.
    const urgency = { fetchpriority: 'low' };
    return isModule
      ? [{ rel: 'preload', as: 'fetch', type: 'application/wasm', href, ...urgency }]
      : [];
  });
}

/**
 * Lets the site's page ask for the engine with its own scripts, not after them: every page of it computes. A script of
 * some hundred bytes asks, as which twin it will be is the platform's to say.
 */
export function engineAhead(): Plugin {
  let script = '';
  return {
    name: 'attention-lab:engine-ahead',
    apply: 'build',
    generateBundle: {
      // Before the pages are written.
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
          ? // Neither async nor last: it has to ask before the site's own scripts do.
            [{ tag: 'script', attrs: { src: `./${script}` }, injectTo: 'head-prepend' }]
          : [],
    },
  };
}
