// SPDX-License-Identifier: MIT
// Types of <attention-lab> for JSX in Preact: `import type {} from 'attention-lab/preact'`.
import type { HTMLAttributes } from 'preact';
import type { AttentionLabAttributes, AttentionLabElement, LabHandlers } from './attention-lab.js';

interface LabAttributes extends AttentionLabAttributes, LabHandlers {}

export * from './attention-lab.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-lab': LabAttributes &
        Omit<HTMLAttributes<AttentionLabElement>, keyof LabAttributes>;
    }
  }
}
