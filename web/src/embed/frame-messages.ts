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
