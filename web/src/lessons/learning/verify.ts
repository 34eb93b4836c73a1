// SPDX-License-Identifier: MIT
export { experiments } from './claims.ts';
