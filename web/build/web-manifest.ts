// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { languages } from './languages.ts';

const source = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../src/${path}`, import.meta.url)), 'utf8');

/** The background colours of the page in both themes, from base.css. */
export function paper(): { light: string; dark: string } {
  const [, light, dark] =
    /--paper: .*light-dark\((#\w+), (#\w+)\)/.exec(source('components/base.css')) ?? [];
  if (!light || !dark) throw new Error('base.css gives no colours of the paper');
  return { light, dark };
}

/** The web app manifest in one language. */
export function webManifest(language: string) {
  const { site, home } = JSON.parse(source(`i18n/messages/${language}.json`));
  const { light } = paper();
  const png = (src: string, size: number, purpose: string) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    name: site.name,
    short_name: site.name,
    description: home.title,
    lang: language,
    dir: 'ltr',
    start_url: './',
    scope: './',
    display: 'standalone',
    // The address contains the state, so an installed window needs "back" and a share button.
    display_override: ['minimal-ui'],
    background_color: light,
    theme_color: light,
    categories: ['education'],
    icons: [
      png('./icons/icon-192.png', 192, 'any'),
      png('./icons/icon-512.png', 512, 'any'),
      png('./icons/maskable-512.png', 512, 'maskable'),
    ],
  };
}

/** Makes the built site installable under its name in the reader's language. */
export function installable(): Plugin {
  return {
    name: 'attention-lab:installable',
    apply: 'build',
    generateBundle() {
      for (const language of languages) {
        const fileName = `manifest.${language}.webmanifest`;
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(webManifest(language)) });
      }
    },
    transformIndexHtml(_, { filename }): HtmlTagDescriptor[] {
      // Only the site itself can be installed, not the page for frames.
      if (!filename.endsWith('/index.html')) return [];
      const head = (tag: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
        tag,
        attrs,
        injectTo: 'head',
      });
      return [
        ...Object.entries(paper()).map(([theme, content]) =>
          head('meta', {
            name: 'theme-color',
            content,
            media: `(prefers-color-scheme: ${theme})`,
            'data-theme': theme,
          }),
        ),
        head('link', { rel: 'manifest', href: './manifest.en.webmanifest' }),
        head('link', { rel: 'apple-touch-icon', href: './icons/apple-touch-180.png' }),
      ];
    },
  };
}
