// SPDX-License-Identifier: MIT

/** Events by which a reader scrolls or moves the focus. After one of them, scripts no longer scroll the page. */
export const READER_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
