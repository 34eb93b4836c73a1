// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { CODE, LESSONS, WASM } from '../src/embed/single/parts.ts';
import { inEveryLanguage } from './every-language.ts';
import { pack, packedWasm } from './held-files.ts';

const ROOT = new URL('../../', import.meta.url);
const SOURCES = new URL('web/src/embed/single/', ROOT);

/** The names of the two entries of the build, and of the HTML file with all lessons. */
export const MAIN = 'main';
export const START = 'start';
export const ALL = 'attention-lab';

/**
 * Maximum size, in bytes, of a file with one lesson, of the one that contains the language model, and of the file with
 * all. Learning platforms and mail servers accept files of these sizes.
 */
const MOST = { one: 0.75 * 2 ** 20, model: 2 * 2 ** 20, all: 2.25 * 2 ** 20 } as const;

/** The only lesson that uses the language model. */
const WRITING = 'writing';

const LESSON_MODULE = /\/web\/src\/lessons\/([\w-]+)\/lesson\.ts$/;

type Chunk = Rolldown.OutputChunk;

/** The id of the lesson whose folder contains the chunk's entry module. Undefined for shared chunks. */
const lessonOf = ({ facadeModuleId }: Chunk): string | undefined =>
  facadeModuleId?.endsWith('/engine/tales-model.ts')
    ? WRITING
    : /\/web\/src\/lessons\/([\w-]+)\//.exec(facadeModuleId ?? '')?.[1];

/**
 * The chunk `entry` and the chunks that it imports, statically or dynamically, at any depth. Omits the chunks of
 * lessons for which `isWanted` returns false.
 */
export function chunksFor(
  chunks: ReadonlyMap<string, Chunk>,
  entry: string,
  isWanted: (lesson: string) => boolean,
): Chunk[] {
  const found = new Set([entry]);
  for (const name of found) {
    const chunk = chunks.get(name);
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) {
      const lesson = lessonOf(chunks.get(next) as Chunk);
      if (lesson === undefined || isWanted(lesson)) found.add(next);
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

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const part = (id: string, packed: string): string =>
  `<script type="text/plain" id="${id}">${packed}</script>`;

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
 * Writes one HTML file per lesson, and one with all lessons. The chunks are CommonJS modules, because one classic
 * script can contain several of them.
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
        const licenses = [
          '<script type="text/plain" id="al-licenses">',
          inScript(notices.join('\n\n')),
          '</script>',
        ];
        const wasm = part(WASM, packedWasm());
        const write = (fileName: string, wanted: readonly string[]) => {
          const more = chunksFor(chunks, `${MAIN}.js`, (lesson) => wanted.includes(lesson));
          const own = more.filter((chunk) => !first.includes(chunk));
          const code = inScript(`${modules(own)}attentionLab.require("./${MAIN}.js");`);
          const source = pageOf(template, wanted, { start, code }, [...licenses, wasm]);
          const size = Buffer.byteLength(source);
          const most =
            wanted.length > 1 ? MOST.all : MOST[wanted.includes(WRITING) ? 'model' : 'one'];
          if (size > most) this.error(`${fileName} has ${size} bytes, but the limit is ${most}`);
          this.emitFile({ type: 'asset', fileName, source });
        };
        for (const lesson of lessons) write(`${lesson}.html`, [lesson]);
        write(`${ALL}.html`, lessons);
      },
    },
  };
}
