// SPDX-License-Identifier: MIT
// Stores texts in the browser. `always` (settings and progress) uses the local storage; `session` uses the session
// storage, which lasts until the window is closed. If a storage is unavailable (sandboxed frame, local file) or full,
// texts are not stored. The page works without them.

type Lasting = 'always' | 'session';

let memory: Map<string, string> | undefined;

/** Stores texts only in memory from now on. Embeds call this, because the storage belongs to the host page's site. */
export function forgoStore(): void {
  memory ??= new Map();
}

const key = (name: string) => `attention-lab.${name}`;
const storage = (lasting: Lasting) => (lasting === 'always' ? localStorage : sessionStorage);

/** The text that is stored under a name. Undefined if there is none. */
export function kept(name: string, lasting: Lasting = 'always'): string | undefined {
  if (memory) return memory.get(name);
  try {
    return storage(lasting).getItem(key(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The option that is stored under a name. Undefined if the stored text is none of the options. */
export function keptOption<Option extends string>(
  name: string,
  options: readonly Option[],
): Option | undefined {
  const stored = kept(name);
  return options.find((option) => option === stored);
}

export function keep(name: string, text: string, lasting: Lasting = 'always'): void {
  if (memory) return void memory.set(name, text);
  try {
    storage(lasting).setItem(key(name), text);
  } catch {
    // The storage is unavailable or full, so the text is not stored.
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
