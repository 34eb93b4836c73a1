// SPDX-License-Identifier: MIT
import type { AttentionLabElement } from './api.ts';
import type { SpliceScore } from './frame-messages.ts';
import { asksForReports } from './frame-place.ts';

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join('-');

/** After each answer, sends the score and the state in SPLICE, a protocol of learning platforms. */
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

export function reportWhereAsked(lab: AttentionLabElement): void {
  if (parent !== window && asksForReports(location))
    reportTo((message) => parent.postMessage(message, '*'), lab);
}
