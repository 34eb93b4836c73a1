// SPDX-License-Identifier: MIT

/** The URL of the model's file. For single HTML files, the build replaces this function by one that returns bytes. */
export const talesFile = (): URL | Promise<Uint8Array> =>
  new URL('./tales/model.safetensors', import.meta.url);
