// SPDX-License-Identifier: MIT
// Types of <attention-lab> for templates of Svelte 5: `import type {} from 'attention-lab/svelte'`.
import type { HTMLAttributes } from 'svelte/elements';
import type { AttentionLabAttributes, AttentionLabElement } from './attention-lab.js';

export * from './attention-lab.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'attention-lab': AttentionLabAttributes &
      Omit<HTMLAttributes<AttentionLabElement>, keyof AttentionLabAttributes>;
  }
}
