// SPDX-License-Identifier: MIT
/** The size of the package's tarball in bytes. */
export function tarballSize(): number;
/** The Brotli-compressed size in bytes of an application that uses only the engine. */
export function engineSize(): Promise<number>;
