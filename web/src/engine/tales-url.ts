// SPDX-License-Identifier: MIT

/** The URL of the model's file. In a build of a single file, this module returns the bytes that the file contains. */
export const talesFile = (): URL | Promise<Uint8Array> =>
  new URL('./tales/model.safetensors', import.meta.url);
