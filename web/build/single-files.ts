// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { encode } from '../src/embed/single/ascii85.ts';
import { CODE, HELD, LESSONS, wasmPart } from '../src/embed/single/parts.ts';

const ROOT = new URL('../../', import.meta.url);
const SOURCES = new URL('web/src/embed/single/', ROOT);

/** The names of the build's entries, and of the file with all lessons. */
export const MAIN = 'main';
export const START = 'start';
export const ALL = 'attention-lab';

/** In bytes. Learning platforms and mail servers accept files of this size. */
const MOST = 1_000_000;

const LESSON_MODULE = /\/web\/src\/lessons\/([\w-]+)\/lesson\.ts$/;
/** Modules that refer to other files. A single file has no other files. */
const NAMING_FILES = /\/(?:engine\/wasm-url|lessons\/[\w-]+\/new-worker)\.ts$/;

type Chunk = Rolldown.OutputChunk;

/** The lesson to which a chunk belongs, as its entry or one of its texts; undefined for shared chunks. */
const lessonOf = ({ facadeModuleId }: Chunk): string | undefined =>
  /\/web\/src\/lessons\/([\w-]+)\//.exec(facadeModuleId ?? '')?.[1];

/** The chunks that an entry loads, directly or later, without the chunks of excluded lessons. */
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

/** Escapes text that would end the script element. */
const inScript = (code: string): string => code.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');

const modules = (chunks: readonly Chunk[]): string => {
  const makers = chunks.map(
    ({ fileName, code }) => `${JSON.stringify(`./${fileName}`)}(exports,require,module){${code}}`,
  );
  return `attentionLab.define({${makers.join(',\n')}});`;
};

const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const packed = (id: string, content: string | Uint8Array): string => {
  const text = encode(deflateSync(content, { level: 9 }));
  return `<script type="text/plain" id="${id}">${text}</script>`;
};

interface Scripts {
  readonly start: string;
  readonly code: string;
}

/** A self-contained page. Its policy allows no requests. */
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
  const parts = [...others, packed(CODE, code), `<script>${start}</script>`];
  return template
    .replace('<!-- head -->', () => head.join('\n    '))
    .replace('<!-- parts -->', () => parts.join('\n    '));
}

/** Writes one page per lesson and one with all lessons. The CommonJS modules of the build fit into one script. */
export function singleFiles(): Plugin {
  return {
    name: 'attention-lab:single-files',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: NAMING_FILES },
      handler(id) {
        const name = id.endsWith('wasm-url.ts') ? 'wasmUrl' : 'newWorker';
        const code = `export const ${name} = () => { throw new Error('a single file has no others'); };`;
        return { code, moduleType: 'js' };
      },
    },
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
        const template = readFileSync(new URL('page.html', SOURCES), 'utf8');
        const linkFile = fileURLToPath(new URL('modules.js', SOURCES));
        const { code: link } = await transformWithOxc(readFileSync(linkFile, 'utf8'), linkFile);
        const first = chunksFor(chunks, `${START}.js`, () => false);
        const start = inScript(`${link}${modules(first)}attentionLab.require("./${START}.js");`);
        // The file is distributed alone, so it contains its licence notices in the source.
        const licenses = [
          '<script type="text/plain" id="al-licenses">',
          inScript(notices.join('\n\n')),
          '</script>',
        ];
        const wasm = HELD.map((twin) => {
          const file = new URL(`build/wasm-${twin}/cpp/bindings/attention.wasm`, ROOT);
          return packed(wasmPart(twin), readFileSync(file));
        });
        const write = (fileName: string, wanted: readonly string[]) => {
          const more = chunksFor(chunks, `${MAIN}.js`, (lesson) => wanted.includes(lesson));
          const own = more.filter((chunk) => !first.includes(chunk));
          const code = inScript(`${modules(own)}attentionLab.require("./${MAIN}.js");`);
          const source = pageOf(template, wanted, { start, code }, [...licenses, ...wasm]);
          const size = Buffer.byteLength(source);
          if (size > MOST) this.error(`${fileName} has ${size} bytes, and may have ${MOST}`);
          this.emitFile({ type: 'asset', fileName, source });
        };
        for (const lesson of lessons) write(`${lesson}.html`, [lesson]);
        write(`${ALL}.html`, lessons);
      },
    },
  };
}
