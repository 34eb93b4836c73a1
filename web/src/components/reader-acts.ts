// SPDX-License-Identifier: MIT

/** Events by which a reader scrolls or moves the focus. After one of them, the page no longer scrolls on its own. */
export const READER_ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
