// SPDX-License-Identifier: MIT
// Types of <attention-lab> for JSX in React 19: `import type {} from 'attention-lab/react'`.
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { AttentionLabAttributes, AttentionLabElement } from './attention-lab.js';

export * from './attention-lab.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'attention-lab': AttentionLabAttributes &
        DetailedHTMLProps<
          Omit<HTMLAttributes<AttentionLabElement>, keyof AttentionLabAttributes>,
          AttentionLabElement
        >;
    }
  }
}
