// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { ownNames } from '../src/i18n/own-names.ts';
import type { StaticPage } from '../src/site/outline.ts';
import { HOME_MARK, homeFrom, pathOf } from '../src/state/address.ts';
import { pagesAhead } from './files-ahead.ts';
import { textPlugins } from './lesson-plugins.ts';
import { escaped, renderHtml } from './render-html.ts';

const TEMPLATE = 'page.html';
const LANGUAGES = '<!-- a link to each language -->';

/** The URL of the published site with a slash at its end, for canonical URLs and the site map, or undefined. */
const SITE = process.env.SITE_URL?.replace(/\/*$/, '/');

const NO_STYLE = '\0no-style';

/** Replaces style sheets by empty modules, because rendering the static pages needs no CSS. */
const withoutStyles: Plugin = {
  name: 'attention-lab:without-styles',
  enforce: 'pre',
  resolveId: { filter: { id: /\.css(?:\?inline)?$/ }, handler: () => NO_STYLE },
  load: { filter: { id: /^\0no-style$/ }, handler: () => 'export default ""' },
};

/** The pages of the site in all languages, as web/src/site/outline.ts renders them. */
async function staticPages(root: string): Promise<readonly StaticPage[]> {
  const { module } = await runnerImport<typeof import('../src/site/outline.ts')>(
    join(root, 'src/site/outline.ts'),
    {
      root,
      configFile: false,
      plugins: [withoutStyles, ...textPlugins()],
      logLevel: 'error',
    },
  );
  return module.pages;
}

const folderOf = ({ language, lesson, view }: StaticPage) => `${language}/${pathOf(lesson, view)}`;

/** The folder of the page itself, or of the English page if it is not translated. */
const canonical = (page: StaticPage) => folderOf({ ...page, language: page.written });

/** The languages in which a page has its own text. */
const translationsOf = ({ lesson, view }: StaticPage, pages: readonly StaticPage[]): string[] =>
  pages
    .filter((one) => one.lesson === lesson && one.view === view && one.language === one.written)
    .map(({ language }) => language);

const languagesOf = (pages: readonly StaticPage[]): string[] => [
  ...new Set(pages.map(({ language }) => language)),
];

/** Describes a lesson to search engines (JSON-LD). The CSP permits it, because a data block is not executed. */
const resource = (page: StaticPage): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: page.title,
    description: page.description,
    inLanguage: page.written,
    learningResourceType: 'interactive lesson',
    isAccessibleForFree: true,
    ...(SITE && { url: `${SITE}${folderOf(page)}` }),
  }).replaceAll('<', '\\u003c')}</script>`;

/** The Open Graph tags of a page's picture in link previews. tools/previews.mjs takes the picture of the built page. */
const preview = (address: string): readonly string[] => [
  `<meta property="og:image" content="${address}">`,
  '<meta property="og:image:width" content="1200">',
  '<meta property="og:image:height" content="630">',
  '<meta name="twitter:card" content="summary_large_image">',
];

/**
 * Fills a page into the template.
 * @param languages  the languages in which the page has its own text
 * @param html  the markup of the page's body
 * @param files  the style sheets to link and the files to preload, relative to the site's folder
 */
function fill(
  template: string,
  page: StaticPage,
  languages: readonly string[],
  html: string,
  files: readonly string[],
): string {
  const { language, direction, lesson, view, trains, isBeside, title, description } = page;
  const path = pathOf(lesson, view);
  const home = homeFrom(path);
  const root = homeFrom(folderOf(page));
  const data = {
    home,
    ...(lesson && { lesson }),
    ...(view && { view }),
    ...(trains && { trains: '' }),
  };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${value}"`);
  const alternates = languages.map(
    (other) => `<link rel="alternate" hreflang="${other}" href="${SITE ?? root}${other}/${path}">`,
  );
  const preloads = files.map((file) => {
    if (file.endsWith('.css')) return `<link rel="stylesheet" crossorigin href="${root}${file}">`;
    return file.endsWith('.js')
      ? `<link rel="modulepreload" fetchpriority="low" crossorigin href="${root}${file}">`
      : `<link rel="preload" as="font" type="font/woff2" crossorigin href="${root}${file}">`;
  });
  const head = [
    `<meta name="description" content="${escaped(description)}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(description)}">`,
    '<meta property="og:type" content="article">',
    ...(SITE ? [`<link rel="canonical" href="${SITE}${canonical(page)}">`] : []),
    ...(SITE && !view && !isBeside ? preview(`${SITE}${folderOf(page)}preview.png`) : []),
    ...alternates,
    ...preloads,
    ...(lesson && !view && !isBeside ? [resource(page)] : []),
  ];
  return template
    .replace('manifest.en.webmanifest', `manifest.${language}.webmanifest`)
    .replaceAll(/ (href|src)="\.\//g, ` $1="${root}`)
    .replace(/<html[^>]*>/, `<html lang="${language}" dir="${direction}"${attributes.join('')}>`)
    .replace(/<title>.*<\/title>/, () =>
      [`<title>${escaped(title)}</title>`, ...head].join('\n    '),
    )
    .replace('<body>', () => `<body>\n<al-shell>${html.replaceAll(HOME_MARK, home)}</al-shell>`);
}

/**
 * Declares the HTML pages: the first page (index.html), the pages in each language, the page for frames, and the page
 * for missing files (404.html). Without a 404.html, some hosts answer a request for a missing file with the first page.
 */
export function pages(): Plugin {
  let root = '';
  let ready: Promise<readonly StaticPage[]>;
  const all = () => {
    ready ??= staticPages(root);
    return ready;
  };
  return {
    name: 'attention-lab:pages',
    config: ({ root = '' }) => ({
      build: {
        rolldownOptions: {
          input: ['index.html', TEMPLATE, 'embed.html', '404.html'].map((page) => join(root, page)),
        },
      },
    }),
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        // A missing page may have any depth, so no relative link leads to the root from all. The path of SITE does.
        if (SITE && filename.endsWith('/404.html'))
          return html.replace('href="../"', `href="${new URL(SITE).pathname}"`);
        if (!filename.endsWith('/index.html')) return html;
        const list = await all();
        const links = Object.entries(ownNames(languagesOf(list))).map(
          ([language, name]) =>
            `<li><a href="./${language}/" hreflang="${language}" lang="${language}">${name}</a></li>`,
        );
        const lessons = new Set(list.flatMap(({ lesson }) => lesson ?? []));
        return html
          .replace('data-pages=""', `data-pages="${[...lessons].join(' ')}"`)
          .replace(LANGUAGES, links.join('\n        '));
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const template = bundle[TEMPLATE];
        if (template?.type !== 'asset') return;
        delete bundle[TEMPLATE];
        const list = await all();
        const ahead = pagesAhead(bundle, root);
        for (const page of list) {
          const html = renderHtml(page.body);
          const translations = translationsOf(page, list);
          const source = fill(`${template.source}`, page, translations, html, ahead(page, html));
          this.emitFile({ type: 'asset', fileName: `${folderOf(page)}index.html`, source });
        }
        if (SITE) {
          const own = list.filter(({ language, written }) => language === written);
          const places = own.map((page) => `<url><loc>${SITE}${folderOf(page)}</loc></url>`);
          const source = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.join('\n')}\n</urlset>\n`;
          this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source });
        }
      },
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://any');
        const list = await all();
        const page = list.find((one) => `/${folderOf(one)}` === pathname);
        if (page === undefined) return next();
        const source = readFileSync(join(root, TEMPLATE), 'utf8');
        const template = await server.transformIndexHtml(`/${TEMPLATE}`, source);
        response.setHeader('Content-Type', 'text/html');
        response.end(fill(template, page, translationsOf(page, list), renderHtml(page.body), []));
      });
    },
  };
}
