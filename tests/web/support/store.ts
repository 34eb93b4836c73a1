// SPDX-License-Identifier: MIT
import { vi } from 'vitest';

/** Replaces `localStorage` by an empty store for the current test. Returns the store's contents. */
export function withStore(): Map<string, string> {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  });
  return held;
}

/** Replaces `localStorage` by a store whose operations all throw, as in a sandboxed frame. */
export function withForbiddenStore(): void {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
}
