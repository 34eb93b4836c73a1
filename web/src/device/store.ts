// SPDX-License-Identifier: MIT
// What a reader chose or did, kept on the device and nowhere else. A host may forbid a store (a
// sandboxed frame, a file), and a full one refuses: then all lasts as long as the page.

let memory: Map<string, string> | undefined;

/** From now on nothing is kept on the device, and nothing read from it: the page belongs to another. */
export function forgoStore(): void {
  memory ??= new Map();
}

const key = (name: string) => `attention-lab.${name}`;

/** What is kept under a name; undefined where nothing is or can be. */
export function kept(name: string): string | undefined {
  if (memory) return memory.get(name);
  try {
    return localStorage.getItem(key(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text for the next visit. */
export function keep(name: string, text: string): void {
  if (memory) return void memory.set(name, text);
  try {
    localStorage.setItem(key(name), text);
  } catch {
    // No store, and no reason to stop.
  }
}

/** Forgets what is kept under a name. */
export function forget(name: string): void {
  if (memory) return void memory.delete(name);
  try {
    localStorage.removeItem(key(name));
  } catch {
    // Without a store there is nothing to forget.
  }
}
