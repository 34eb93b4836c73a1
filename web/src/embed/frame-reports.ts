// SPDX-License-Identifier: MIT
import type { AttentionLabElement } from './api.ts';
import type { SpliceScore } from './frame-messages.ts';
import { asksForReports } from './frame-place.ts';

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join('-');

/** After each answer of the reader, sends the score and the state in the SPLICE protocol of learning platforms. */
export function reportTo(send: (message: SpliceScore) => void, lab: AttentionLabElement): void {
  lab.addEventListener('question-result', ({ detail: { lesson, score } }) => {
    const questions = lab.exportData()?.questions ?? [];
    send({
      subject: 'SPLICE.reportScoreAndState',
      message_id: newId(),
      activity_id: lesson,
      score,
      state: { lesson, state: lab.getState(), questions },
    });
  });
}

/** Sends reports to the host page of the frame, if the frame's URL requests them. */
export function reportWhereAsked(lab: AttentionLabElement): void {
  if (parent !== window && asksForReports(location))
    reportTo((message) => parent.postMessage(message, '*'), lab);
}
