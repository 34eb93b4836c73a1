// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import embed from './vite.embed.config.ts';
import { heldFiles } from './web/build/held-files.ts';
import { lessonPlugins } from './web/build/lesson-plugins.ts';
import { mathFont } from './web/build/math-font.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds `<attention-lab>` as a notebook widget (anywidget): dist/embed/anywidget.js, a self-contained file. */
export default defineConfig({
  ...embed,
  plugins: [lessonPlugins(), mathFont(), heldFiles()],
  build: {
    ...embed.build,
    emptyOutDir: false,
    manifest: false,
    license: false,
    assetsInlineLimit: (file) => file.endsWith('.woff2'),
    rolldownOptions: {
      input: { anywidget: here('web/src/embed/anywidget.ts') },
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});
