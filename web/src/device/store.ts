// SPDX-License-Identifier: MIT
// Stores the reader's settings and progress in the local storage of the browser. If it is unavailable (sandboxed frame,
// local file) or full, values are not stored. The page works without them.

let memory: Map<string, string> | undefined;

/**
 * Stores values only in memory from now on. Embeds call this, because the local storage belongs to the host page's
 * site.
 */
export function forgoStore(): void {
  memory ??= new Map();
}

const key = (name: string) => `attention-lab.${name}`;

/** The text that is stored under a name. Undefined if there is none. */
export function kept(name: string): string | undefined {
  if (memory) return memory.get(name);
  try {
    return localStorage.getItem(key(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(name: string, text: string): void {
  if (memory) return void memory.set(name, text);
  try {
    localStorage.setItem(key(name), text);
  } catch {
    // The local storage is unavailable or full. The page continues without storing the text.
  }
}

export function forget(name: string): void {
  if (memory) return void memory.delete(name);
  try {
    localStorage.removeItem(key(name));
  } catch {
    // The local storage is unavailable, so it contains nothing to remove.
  }
}
