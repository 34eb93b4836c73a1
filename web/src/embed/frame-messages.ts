// SPDX-License-Identifier: MIT
// What a frame tells the page around it. Types only, so that the page's helper stays small.

/** How high a frame wants to be, in CSS pixels. It follows the first drawing, and every change of height. */
export interface HeightMessage {
  readonly type: 'attention-lab:height';
  readonly version: 1;
  readonly lesson: string;
  readonly height: number;
}

/** The same as learning platforms understand it: a proposal of Canvas that others have taken up. */
export interface LtiFrameResize {
  readonly subject: 'lti.frameResize';
  readonly height: number;
}

/** What came of a question, in the words of SPLICE; sent only where the frame's address asks for it. */
export interface SpliceScore {
  readonly subject: 'SPLICE.reportScoreAndState';
  readonly message_id: string;
  readonly activity_id: string;
  /** 0 … 1 */
  readonly score: number;
  readonly state: unknown;
}

/** What came of an experiment; as above. */
export interface SpliceEvent {
  readonly subject: 'SPLICE.sendEvent';
  readonly message_id: string;
  readonly activity_id: string;
  readonly name: 'experiment-result';
  readonly data: unknown;
}
