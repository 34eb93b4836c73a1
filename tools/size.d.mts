// SPDX-License-Identifier: MIT

/** Vite's manifest of a build: the chunk of each source. */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; assets?: string[] }
>;

/** A view of the site with the files that it downloads. `limit` and `ceiling` are in bytes. */
export interface View {
  name: string;
  files: string[];
  limit: number;
  ceiling?: number;
}

export function filesOf(manifest: Manifest, sources: string[]): string[];
export type Twin = 'relaxed' | 'simd';
export function views(manifest: Manifest, language: string, twin?: Twin): View[];
export function judge(
  size: number,
  limits: { limit: number; ceiling?: number },
): { fails: boolean; text: string };
export function checkSizes(): Promise<void>;
