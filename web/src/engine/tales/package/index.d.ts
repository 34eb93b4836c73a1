// SPDX-License-Identifier: MIT
/** The URL of the model. Importing this module registers it for attention-lab. */
export declare const file: URL;
