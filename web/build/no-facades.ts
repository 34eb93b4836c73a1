// SPDX-License-Identifier: MIT
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Matches a facade: a chunk that only exports parts of another chunk, perhaps after imports without names. */
const FACADE = /^(?:import["'`][^"'`]+["'`];)*export\{([^}]*)\}from["'`]\.\/([^"'`]+)["'`];?\s*$/;

/** Converts the exports of a facade to an object with the same exports of the module `m`: a as b → ({b:m.a}). */
const objectOf = (exports: string): string =>
  `({${exports
    .split(',')
    .map((one) => one.split(' as '))
    .map(([from = '', to = from]) => `${to}:m.${from}`)
    .join()}})`;

/**
 * Removes facades, and makes dynamic imports of a facade load the chunk behind it. Rolldown generates a facade for each
 * dynamic import of a grouped module (rolldown/rolldown#9729), and each would be a request of its own.
 */
export function noFacades(): Plugin {
  return {
    name: 'attention-lab:no-facades',
    apply: 'build',
    generateBundle: {
      // Runs before the plug-ins that look for the files of each page.
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter(
          (one): one is Rolldown.OutputChunk => one.type === 'chunk',
        );
        for (const facade of chunks) {
          const [, exports, target] = FACADE.exec(facade.code) ?? [];
          if (exports === undefined || target === undefined || facade.isEntry) continue;
          const name = basename(facade.fileName);
          for (const chunk of chunks) {
            chunk.code = chunk.code.replaceAll(
              `import(\`./${name}\`)`,
              () => `import(\`./${target}\`).then(m=>${objectOf(exports)})`,
            );
            chunk.dynamicImports = chunk.dynamicImports.filter((one) => one !== facade.fileName);
          }
          const user = chunks.find((one) => one !== facade && one.code.includes(name));
          if (user) this.error(`${user.fileName} still imports ${name}`);
          delete bundle[facade.fileName];
        }
      },
    },
  };
}
