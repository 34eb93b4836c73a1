// SPDX-License-Identifier: MIT
// Types of <attention-lab> for templates of Svelte 5: `import type {} from 'attention-lab/svelte'`.
import type { HTMLAttributes } from 'svelte/elements';
import type { AttentionLabAttributes, AttentionLabElement, LabHandlers } from './attention-lab.js';

interface LabAttributes extends AttentionLabAttributes, LabHandlers {}

export * from './attention-lab.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'attention-lab': LabAttributes & Omit<HTMLAttributes<AttentionLabElement>, keyof LabAttributes>;
  }
}
