// SPDX-License-Identifier: MIT

/** Long enough for a browser that asks where to put a file. */
const KEPT_MS = 60_000;

/** A file's name in ASCII, from parts such as a lesson's and a picture's. */
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

/** Hands a file to the browser, to be kept as it keeps downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
