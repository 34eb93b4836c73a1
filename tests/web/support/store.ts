// SPDX-License-Identifier: MIT
// A device's store where there is no browser, for the length of one test.
import { onTestFinished, vi } from 'vitest';

function standIn(store: object): void {
  vi.stubGlobal('localStorage', store);
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** An empty store; gives what it holds. */
export function withStore(): Map<string, string> {
  const held = new Map<string, string>();
  standIn({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  });
  return held;
}

/** A store that refuses everything, as that of a sandboxed frame does. */
export function withForbiddenStore(): void {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  standIn({ getItem: refuse, setItem: refuse, removeItem: refuse });
}
