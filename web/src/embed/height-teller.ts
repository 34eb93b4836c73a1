// SPDX-License-Identifier: MIT

/** Lower than any lesson: a frame that is not shown, or not yet laid out, which a host would make vanish. */
const LOWEST = 40;

/**
 * Tells heights once something has been drawn, each only where it differs from the last.
 * @param tell  is given whole CSS pixels
 */
export function heightTeller(tell: (height: number) => void): {
  /** From now on heights count. */
  begin(): void;
  measured(height: number): void;
} {
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
    begin() {
      hasBegun = true;
      send();
    },
    measured(height) {
      latest = height;
      send();
    },
  };
}
