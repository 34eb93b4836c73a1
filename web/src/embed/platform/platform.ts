// SPDX-License-Identifier: MIT
import type { Report } from './record.ts';

/**
 * The result of beginning a session. `kept`: the platform stores reports. `preview`: the platform shows the lesson, but
 * stores nothing. `none`: there is no platform.
 */
export interface Begun {
  readonly kind: 'kept' | 'preview' | 'none';
  /** The text of the last report of the previous session. Empty if there is none. */
  readonly text: string;
}

/** A learning platform during one session of a learner with a lesson. */
export interface Platform {
  /** Maximum number of characters of a report's text. */
  readonly most: number;
  /** @throws if the platform refuses to begin the session */
  begin(): Promise<Begun>;
  /** @throws if the platform has not stored the report */
  report(report: Report): Promise<void>;
  /** Ends the session. Starts all requests before it returns, because the page may be closed at once. */
  end(): Promise<void>;
  /** Leaves the page after the end of the session. Undefined if the platform provides the exit. */
  leave?(): void;
}
