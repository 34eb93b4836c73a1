// SPDX-License-Identifier: MIT

/** Lower than any lesson, in px. Smaller heights mean that the frame is hidden or not laid out yet. */
const LOWEST = 40;

/**
 * Filters measured heights.
 * @param tell  called after `begin` for each new height of at least LOWEST: in CSS pixels, rounded up
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
    /** Starts the calls of `tell`. Call this once the lesson is rendered or has failed. */
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
