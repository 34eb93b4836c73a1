// SPDX-License-Identifier: MIT

/**
 * Time in ms after which the file is removed from memory. It is long, because some browsers first ask the reader where
 * to save the file.
 */
const KEPT_MS = 60_000;

/**
 * Creates a file name from several parts, such as the names of the lesson and the figure. The name contains only a–z,
 * 0–9 and hyphens; other characters are replaced. If no part remains, the name is "attention-lab".
 */
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
