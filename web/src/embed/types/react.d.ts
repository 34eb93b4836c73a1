// SPDX-License-Identifier: MIT
// Types of <attention-lab> for JSX in React 19: `import type {} from 'attention-lab/react'`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttentionLabAttributes, AttentionLabElement, LabHandlers } from './attention-lab.js';

interface LabAttributes extends AttentionLabAttributes, LabHandlers {}

export * from './attention-lab.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-lab': LabAttributes &
        DetailedHTMLProps<
          Omit<HTMLAttributes<AttentionLabElement>, keyof LabAttributes>,
          AttentionLabElement
        >;
    }
  }
}
