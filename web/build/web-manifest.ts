// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import type shared from '../src/i18n/messages/en.json';
import type home from '../src/site/home/messages.en.json';
import { languagesIn } from './language-names.ts';
import { withEnglish } from './with-english.ts';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

const source = (path: string) => readFileSync(`${SOURCE}/${path}`, 'utf8');

/** The texts of a catalogue in a language. Missing texts are in English. */
function texts<Messages>(stem: string, language: string): Messages {
  const path = `${stem}${language}.json`;
  const own = existsSync(`${SOURCE}/${path}`) ? JSON.parse(source(path)) : {};
  return withEnglish(own, JSON.parse(source(`${stem}en.json`))) as Messages;
}

/** The background colours of the page in the light and the dark theme, read from base.css. */
export function paper(): { light: string; dark: string } {
  const [, light, dark] =
    /--paper: .*light-dark\((#\w+), (#\w+)\)/.exec(source('components/base.css')) ?? [];
  if (!light || !dark) throw new Error('base.css defines no light and dark colours for --paper');
  return { light, dark };
}

export function webManifest(language: string) {
  const { site } = texts<typeof shared>('i18n/messages/', language);
  const { lead } = texts<typeof home>('site/home/messages.', language);
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
    description: lead,
    lang: language,
    dir: 'auto',
    start_url: `./${language}/`,
    scope: './',
    display: 'standalone',
    // The installed app needs a back button and a way to copy the URL, which contains the lesson's state.
    display_override: ['minimal-ui'],
    background_color: light,
    theme_color: light,
    categories: ['education'],
    icons: [
      png('./app-icons/icon-192.png', 192, 'any'),
      png('./app-icons/icon-512.png', 512, 'any'),
      png('./app-icons/maskable-512.png', 512, 'maskable'),
    ],
  };
}

/** Makes the built site installable: emits a web app manifest for each language and links it in each page. */
export function installable(): Plugin {
  return {
    name: 'attention-lab:installable',
    apply: 'build',
    generateBundle() {
      for (const language of languagesIn(SOURCE)) {
        const fileName = `manifest.${language}.webmanifest`;
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(webManifest(language)) });
      }
    },
    transformIndexHtml(_, { filename }): HtmlTagDescriptor[] {
      // The page for frames and the page for missing files are not installable.
      if (!filename.endsWith('/page.html')) return [];
      // The elements are inserted before the page's first script, because this script changes the theme colours.
      const head = (tag: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
        tag,
        attrs,
        injectTo: 'head-prepend',
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
        head('link', { rel: 'apple-touch-icon', href: './app-icons/apple-touch-180.png' }),
      ];
    },
  };
}
