// SPDX-License-Identifier: MIT
// Types of <attention-lab> for JSX in Preact: `import type {} from 'attention-lab/preact'`.
import type { HTMLAttributes } from 'preact';
import type { AttentionLabAttributes, AttentionLabElement } from './attention-lab.js';

export * from './attention-lab.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-lab': AttentionLabAttributes &
        Omit<HTMLAttributes<AttentionLabElement>, keyof AttentionLabAttributes>;
    }
  }
}
