// SPDX-License-Identifier: MIT

/**
 * Minimum height in px, lower than any lesson. A smaller height means that the frame is hidden or not laid out yet, so
 * such a height is not sent.
 */
const LOWEST = 40;

/**
 * Filters measured heights: calls `tell` only after `begin` has been called, and only if the height has changed and is
 * at least LOWEST.
 * @param tell  called with the height in CSS pixels, rounded up
 */
export function heightTeller(tell: (height: number) => void) {
  let hasBegun = false;
  let latest = 0;
  let told = 0;
  const send = () => {
    const height = Math.ceil(latest);
    if (!hasBegun || height < LOWEST || height === told) return;
    told = height;
    tell(height);
  };
  return {
    /** Starts sending: the last height now, then each change. Called once the lesson is rendered or has failed. */
    begin(): void {
      hasBegun = true;
      send();
    },
    measured(height: number): void {
      latest = height;
      send();
    },
  };
}
