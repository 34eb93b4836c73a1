// SPDX-License-Identifier: MIT
/** The URL of the model's file. Importing this module registers the URL for attention-lab. */
export declare const file: URL;
