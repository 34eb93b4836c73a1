// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { normalizePath, type Plugin } from 'vite';
import { cachedFont, fontLicence, replaceFile } from './cached-font.ts';
import { isLatin, languagesIn } from './language-names.ts';

const require = createRequire(import.meta.url);

interface Face {
  readonly family: string;
  readonly package: string;
  readonly file: string;
  readonly style: 'normal' | 'italic';
  /** The lightest and the heaviest weight that a page uses. */
  readonly weights: readonly [min: number, max: number];
}

const STORY = { family: 'Source Serif 4', package: '@fontsource-variable/source-serif-4' };
const MEASURE = { family: 'Figtree', package: '@fontsource-variable/figtree' };

/** The font files: serif for words, sans serif for measurements. */
export const SERIF = 'source-serif-4-latin-wght-normal.woff2';
export const ITALIC = 'source-serif-4-latin-wght-italic.woff2';
export const SANS = 'figtree-latin-wght-normal.woff2';

const FACES: readonly Face[] = [
  { ...STORY, file: SERIF, style: 'normal', weights: [400, 650] },
  { ...STORY, file: ITALIC, style: 'italic', weights: [400, 400] },
  { ...MEASURE, file: SANS, style: 'normal', weights: [400, 700] },
];

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i));

/** The characters of English texts and figures. For other characters, browsers use a system font. */
const CHARACTERS = `${ASCII.join('')}\u00a0°²³·–—‘’“”…•−×÷±≈≠≤≥√∑∞→←↑↓′éïöü`;

/** CHARACTERS, and all Latin letters in the texts of other languages with Latin script. */
function charactersFor(source: string): string {
  const tags = languagesIn(source).filter((language) => language !== 'en' && isLatin(language));
  if (tags.length === 0) return CHARACTERS;
  const named = new RegExp(`[./\\\\](?:${tags.join('|')})\\.(?:json|md)$`);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((name) => named.test(name))
    .map((name) => readFileSync(join(source, name), 'utf8'));
  const letters = texts.join('').match(/\p{sc=Latn}/gu) ?? [];
  return [...new Set([...CHARACTERS, ...letters])].sort().join('');
}

/** OpenType features of texts and tables: kerning, ligatures, and digits of one height and one width. */
const FEATURES = ['kern', 'liga', 'lnum', 'tnum'];

async function subset(
  { weights: [min, max] }: Face,
  characters: string,
  source: Uint8Array,
): Promise<Uint8Array> {
  const small = await subsetFont(await convert(source, 'sfnt'), characters, {
    targetFormat: 'sfnt',
    noHinting: true,
    keepFeatures: FEATURES,
    variationAxes: { wght: min === max ? min : { min, max } },
  });
  return convert(small, 'woff2');
}

const MODULE = 'virtual:text-fonts.css';

/**
 * Provides `import 'virtual:text-fonts.css'`: the font faces of texts and figures in languages with Latin letters,
 * reduced to these letters and to the weights that pages use. A build also emits their licences. A page that has not
 * loaded them at its first paint keeps the system fonts, so that its layout does not shift.
 */
export function textFonts(): Plugin {
  let cache = '';
  let sources = '';
  return {
    name: 'attention-lab:text-fonts',
    configResolved(config) {
      cache = join(config.cacheDir, 'text-fonts');
      sources = join(config.root, 'src');
    },
    resolveId: {
      filter: { id: /^virtual:text-fonts\.css$/ },
      async handler() {
        const characters = charactersFor(sources);
        const sheet = await Promise.all(
          FACES.map(async (face) => {
            const source = require.resolve(`${face.package}/files/${face.file}`);
            const name = await cachedFont(cache, face.file, {
              source: await readFile(source),
              recipe: JSON.stringify([face, characters, FEATURES]),
              make: (font) => subset(face, characters, font),
            });
            const { family, style, weights } = face;
            return `@font-face {
  font-family: "${family}";
  src: url("./${name}") format("woff2");
  font-style: ${style};
  font-weight: ${[...new Set(weights)].join(' ')};
  font-display: optional;
}
`;
          }),
        );
        const file = join(cache, MODULE.replace('virtual:', ''));
        await replaceFile(file, sheet.join(''));
        return normalizePath(file);
      },
    },
    generateBundle() {
      for (const name of new Set(FACES.map((face) => face.package)))
        this.emitFile(fontLicence(name));
    },
  };
}
