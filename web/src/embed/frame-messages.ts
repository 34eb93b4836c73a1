// SPDX-License-Identifier: MIT
// The messages that a frame sends to its host page. This file contains only types, so that the script for host pages
// stays small.

/**
 * The height that the lesson in a frame needs, in CSS pixels. Sent once the lesson is rendered or has failed, and after
 * each change of the height.
 */
export interface HeightMessage {
  readonly type: 'attention-lab:height';
  readonly version: 1;
  readonly lesson: string;
  readonly height: number;
}

/** The height of a `HeightMessage`, in a message format that Canvas proposed and other learning platforms support. */
export interface LtiFrameResize {
  readonly subject: 'lti.frameResize';
  readonly height: number;
}

/**
 * The score and the state of the lesson, in the SPLICE protocol. Sent after each answer to a question, but only if the
 * query of the frame's URL contains `report=splice`.
 */
export interface SpliceScore {
  readonly subject: 'SPLICE.reportScoreAndState';
  readonly message_id: string;
  readonly activity_id: string;
  /** The share of correct answers, from 0 to 1. */
  readonly score: number;
  readonly state: unknown;
}
