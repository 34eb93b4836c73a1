// SPDX-License-Identifier: MIT
import type { Report } from './record.ts';

/**
 * What a platform says when a session begins. `preview`: it shows the lesson, but records nothing. `none`: there is no
 * platform.
 */
export interface Begun {
  readonly kind: 'kept' | 'preview' | 'none';
  /** The record that the last session has left. Empty if there is none. */
  readonly text: string;
}

/** A learning platform during one session of a learner with a lesson. */
export interface Platform {
  /** The number of characters of the lesson's record that the platform keeps. */
  readonly most: number;
  /**
   * Begins the session.
   * @throws if the platform refuses
   */
  begin(): Promise<Begun>;
  /** @throws if the platform has not kept the report */
  report(report: Report): Promise<void>;
  /** Ends the session. The page may disappear at once, so nothing may happen later than the call. */
  end(): Promise<void>;
  /** Leaves the page after the end, if the platform has no way out of its own. */
  leave?(): void;
}
