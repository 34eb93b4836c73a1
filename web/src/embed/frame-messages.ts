// SPDX-License-Identifier: MIT
// The messages that a lesson in a frame sends to the host page.

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

/** The height in px, in a message format of the learning platform Canvas, which other platforms support too. */
export interface LtiFrameResize {
  readonly subject: 'lti.frameResize';
  readonly height: number;
}

/**
 * The score and the state of the lesson, in the SPLICE protocol. Sent after each answer to a question, if the query of
 * the frame's URL contains `report=splice`.
 */
export interface SpliceScore {
  readonly subject: 'SPLICE.reportScoreAndState';
  readonly message_id: string;
  readonly activity_id: string;
  /** The fraction of questions whose first answer was correct, from 0 to 1. */
  readonly score: number;
  readonly state: unknown;
}
