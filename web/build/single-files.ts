// SPDX-License-Identifier: MIT
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { CODE, LESSONS, WASM } from '../src/embed/single/parts.ts';
import { ADAPTER, type Adapter, adapterOf, STANDARDS } from '../src/platforms/standards.ts';
import { inEveryLanguage } from './every-language.ts';
import { pack, packedWasm } from './held-files.ts';

const ROOT = new URL('../../', import.meta.url);
const SOURCES = new URL('web/src/embed/single/', ROOT);

/** The names of the two entries of the build, and of the HTML file with all lessons. */
export const MAIN = 'main';
export const START = 'start';
export const ALL = 'attention-lab';

/**
 * Maximum sizes in bytes: of a file with one lesson (`one`), with the lesson that contains the language model
 * (`model`), and with all lessons (`all`). Learning platforms and mail servers accept files of these sizes.
 */
const MOST = { one: 0.75 * 2 ** 20, model: 2 * 2 ** 20, all: 2.25 * 2 ** 20 } as const;

/** The only lesson that uses the language model. */
const WRITING = 'writing';

const LESSON_MODULE = /\/web\/src\/lessons\/([\w-]+)\/lesson\.ts$/;

type Chunk = Rolldown.OutputChunk;

const ADAPTER_MODULE = /\/web\/src\/embed\/platform\/(scorm|cmi5)\.ts$/;

/**
 * The id of the lesson whose folder contains the chunk's entry module, or the name of an adapter for learning platforms.
 * The chunk of the language model belongs to WRITING. Undefined for shared chunks.
 */
const ownerOf = ({ facadeModuleId }: Chunk): string | undefined => {
  if (facadeModuleId?.endsWith('/engine/tales-model.ts')) return WRITING;
  const place = facadeModuleId ?? '';
  return (/\/web\/src\/lessons\/([\w-]+)\//.exec(place) ?? ADAPTER_MODULE.exec(place))?.[1];
};

/**
 * The chunk `entry` and the chunks that it imports, statically or dynamically, at any depth. Omits the chunks of
 * lessons and adapters for which `isWanted` returns false.
 */
function chunksFor(
  chunks: ReadonlyMap<string, Chunk>,
  entry: string,
  isWanted: (owner: string) => boolean,
): Chunk[] {
  const found = new Set([entry]);
  for (const name of found) {
    const chunk = chunks.get(name);
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) {
      const owner = ownerOf(chunks.get(next) as Chunk);
      if (owner === undefined || isWanted(owner)) found.add(next);
    }
  }
  return [...found].sort().map((name) => chunks.get(name) as Chunk);
}

/** Escapes `</script` and `<!--`, so that the code does not end the script element that contains it. */
const inScript = (code: string): string => code.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');

const modules = (chunks: readonly Chunk[]): string => {
  const makers = chunks.map(
    ({ fileName, code }) => `${JSON.stringify(`./${fileName}`)}(exports,require,module){${code}}`,
  );
  return `attentionLab.define({${makers.join(',\n')}});`;
};

const hashOf = (script: string): string => `'sha256-${hash('sha256', script, 'base64')}'`;

const part = (id: string, text: string): string =>
  `<script type="text/plain" id="${id}">${text}</script>`;

/** The licences of packages that an adapter's library bundles. The build finds only the library's own licence. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  cmi5: ['@xapi/xapi/LICENSE.md', 'axios/LICENSE', 'deepmerge/license.txt', 'uuid/LICENSE.md'],
};

/** The script elements with an adapter's packed code, after the licences in BUNDLED. */
function adapterPart(name: string, code: string): string {
  const read = (path: string) => readFileSync(new URL(`node_modules/${path}`, ROOT), 'utf8');
  const licenses = (BUNDLED[name] ?? []).map((path) => `${path}\n\n${read(path)}`);
  return (
    (licenses.length > 0 ? part('al-adapter-licenses', inScript(licenses.join('\n\n'))) : '') +
    part(ADAPTER, pack(code))
  );
}

interface Scripts {
  readonly start: string;
  readonly code: string;
}

/** The HTML of a self-contained page. Its content security policy allows no requests. */
function pageOf(
  template: string,
  lessons: readonly string[],
  { start, code }: Scripts,
  others: readonly string[],
): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(start)} ${hashOf(code)} 'wasm-unsafe-eval'`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    `<meta name="${LESSONS}" content="${lessons.join(',')}" />`,
    '<title>Attention Lab</title>',
  ];
  const parts = [...others, part(CODE, pack(code)), `<script>${start}</script>`];
  return template
    .replace('<!-- head -->', () => head.join('\n    '))
    .replace('<!-- parts -->', () => parts.join('\n    '));
}

/**
 * Writes one HTML file per lesson, one with all lessons, and the adapters that packages for learning platforms add to
 * these files. The chunks are CommonJS modules, because one classic script can contain several of them.
 */
export function singleFiles(): Plugin {
  return {
    name: 'attention-lab:single-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const chunks = new Map<string, Chunk>();
        const notices: string[] = [];
        for (const [name, output] of Object.entries(bundle)) {
          if (output.type === 'chunk') chunks.set(name, output);
          else if (name.startsWith('licenses/')) notices.push(`${output.source}`);
          delete bundle[name];
        }
        const lessons = [...chunks.values()].flatMap(
          ({ facadeModuleId }) => LESSON_MODULE.exec(facadeModuleId ?? '')?.[1] ?? [],
        );
        const template = inEveryLanguage(
          readFileSync(new URL('page.html', SOURCES), 'utf8'),
          fileURLToPath(new URL('../../i18n/messages/', SOURCES)),
        );
        const linkFile = fileURLToPath(new URL('modules.js', SOURCES));
        const { code: link } = await transformWithOxc(readFileSync(linkFile, 'utf8'), linkFile);
        const first = chunksFor(chunks, `${START}.js`, () => false);
        const start = inScript(`${link}${modules(first)}attentionLab.require("./${START}.js");`);
        // The file is distributed alone, so its source contains the licence notices.
        const licenses = part('al-licenses', `\n${inScript(notices.join('\n\n'))}\n`);
        const wasm = part(WASM, packedWasm());
        const write = (fileName: string, wanted: readonly string[]) => {
          const more = chunksFor(chunks, `${MAIN}.js`, (lesson) => wanted.includes(lesson));
          const own = more.filter((chunk) => !first.includes(chunk));
          const code = inScript(`${modules(own)}attentionLab.require("./${MAIN}.js");`);
          const source = pageOf(template, wanted, { start, code }, [licenses, wasm]);
          const size = Buffer.byteLength(source);
          const most =
            wanted.length > 1 ? MOST.all : MOST[wanted.includes(WRITING) ? 'model' : 'one'];
          if (size > most) this.error(`${fileName} has ${size} bytes, but the limit is ${most}`);
          this.emitFile({ type: 'asset', fileName, source });
        };
        for (const lesson of lessons) write(`${lesson}.html`, [lesson]);
        write(`${ALL}.html`, lessons);
        const shared = chunksFor(chunks, `${MAIN}.js`, () => false);
        for (const name of new Set(STANDARDS.map(adapterOf))) {
          const own = chunksFor(chunks, `${MAIN}.js`, (owner) => owner === name);
          const code = inScript(modules(own.filter((chunk) => !shared.includes(chunk))));
          const adapter: Adapter = { part: adapterPart(name, code), source: hashOf(code) };
          const source = JSON.stringify(adapter);
          this.emitFile({ type: 'asset', fileName: `${name}.json`, source });
        }
      },
    },
  };
}
