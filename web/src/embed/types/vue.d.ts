// SPDX-License-Identifier: MIT
// Types of <attention-lab> for templates of Vue 3: `import type {} from 'attention-lab/vue'`.
import type { DefineComponent, HTMLAttributes } from 'vue';
import type { AttentionLabAttributes } from './attention-lab.js';

export * from './attention-lab.js';

declare module 'vue' {
  interface GlobalComponents {
    'attention-lab': DefineComponent<
      AttentionLabAttributes & Omit<HTMLAttributes, keyof AttentionLabAttributes>
    >;
  }
}
