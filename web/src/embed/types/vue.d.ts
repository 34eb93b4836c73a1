// SPDX-License-Identifier: MIT
// Types of <attention-lab> for templates of Vue 3: `import type {} from 'attention-lab/vue'`.
import type { DefineComponent, HTMLAttributes } from 'vue';
import type { AttentionLabAttributes, LabEvents } from './attention-lab.js';

/** Converts an event name for Vue, where `onStateChange` is the listener for the event `state-change`. */
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Name>;

type Handlers = {
  readonly [K in keyof LabEvents as `on${Camel<K>}`]?: (event: CustomEvent<LabEvents[K]>) => void;
};

interface LabAttributes extends AttentionLabAttributes, Handlers {}

export * from './attention-lab.js';

declare module 'vue' {
  interface GlobalComponents {
    'attention-lab': DefineComponent<LabAttributes & Omit<HTMLAttributes, keyof LabAttributes>>;
  }
}
