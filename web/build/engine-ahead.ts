// SPDX-License-Identifier: MIT
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** In the paths of the twin that nearly every browser takes. */
const TWIN = '/wasm-simd/';

/** Lets the site's page ask for the engine with its own scripts, not after them: every page of it computes. */
export function engineAhead(): Plugin {
  return {
    name: 'attention-lab:engine-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { filename, bundle = {} }) {
        if (!filename.endsWith('/index.html')) return [];
        const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: true },
          injectTo: 'head',
        });
        return Object.values(bundle).flatMap((output) => {
          const href = `./${output.fileName}`;
          if (output.type === 'chunk')
            return output.facadeModuleId?.includes(TWIN)
              ? link({ rel: 'modulepreload', href })
              : [];
          const isModule =
            href.endsWith('.wasm') && output.originalFileNames.some((name) => name.includes(TWIN));
          // Less urgent than what draws the page's first words.
          const urgency = { fetchpriority: 'low' };
          return isModule
            ? link({ rel: 'preload', as: 'fetch', type: 'application/wasm', href, ...urgency })
            : [];
        });
      },
    },
  };
}
