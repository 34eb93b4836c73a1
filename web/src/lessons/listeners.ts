// SPDX-License-Identifier: MIT

/** The listeners to a state that all figures of a page share. `onLast` is called when the last one is removed. */
export function newListeners(onLast?: () => void) {
  const listeners = new Set<() => void>();
  return {
    tell: (): void => {
      for (const listener of listeners) listener();
    },
    /** Subscribes to changes. @returns a function that unsubscribes */
    follow: (onNews: () => void) => {
      listeners.add(onNews);
      return (): void => {
        listeners.delete(onNews);
        if (listeners.size === 0) onLast?.();
      };
    },
  };
}
