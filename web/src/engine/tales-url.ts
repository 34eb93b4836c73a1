// SPDX-License-Identifier: MIT

/** The URL of the model's file. A build of a single file replaces this module. */
export const talesUrl = (): URL => new URL('./tales/model.safetensors', import.meta.url);
