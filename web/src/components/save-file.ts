// SPDX-License-Identifier: MIT

/** Time in ms until the file is removed from memory. Long, because some browsers first ask where to save the file. */
const KEPT_MS = 60_000;

/** Joins parts to a file name of a–z, 0–9 and hyphens. If no part remains, the name is "attention-lab". */
export function fileName(parts: readonly string[], extension: string): string {
  const stem = parts
    .map((part) =>
      part
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter((part) => part !== '')
    .join('-');
  return `${stem || 'attention-lab'}.${extension}`;
}

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
