// SPDX-License-Identifier: MIT
import type { AttentionLab } from 'attention-lab/react';
import { useEffect, useRef } from 'react';

export function Lesson() {
  const lab = useRef<AttentionLab>(null);
  useEffect(() => {
    lab.current?.addEventListener('state-change', ({ detail }) => detail.change satisfies string);
  }, []);
  return (
    <attention-lab ref={lab} className="wide" lesson="softmax" digits="6" asset-base="/lab/" />
  );
}

export const heard = (
  <attention-lab
    onstate-change={({ detail }) => detail.change satisfies 'step' | 'rest' | 'jump'}
    onerror={({ detail }) => detail.kind satisfies string}
  />
);

// @ts-expect-error: the detail has no such property
export const deaf = <attention-lab onready={({ detail }) => detail.change} />;

// @ts-expect-error: there is no such theme
export const wrong = <attention-lab theme="sepia" />;
