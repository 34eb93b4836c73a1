// SPDX-License-Identifier: MIT
import type { AttentionLabElement, LabEvents } from './api.ts';
import type { SpliceEvent, SpliceScore } from './frame-messages.ts';
import { asksForReports } from './frame-place.ts';

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join('-');

/** Tells what a reader answers and tests, in the words of SPLICE, from now on. */
export function reportTo(
  send: (message: SpliceScore | SpliceEvent) => void,
  lab: AttentionLabElement,
): void {
  const on = <Name extends keyof LabEvents>(name: Name, tell: (detail: LabEvents[Name]) => void) =>
    lab.addEventListener(name, (event) => tell((event as CustomEvent<LabEvents[Name]>).detail));
  on('question-result', ({ lesson, score }) => {
    const questions = lab.exportData()?.questions ?? [];
    send({
      subject: 'SPLICE.reportScoreAndState',
      message_id: newId(),
      activity_id: lesson,
      score,
      state: { lesson, state: lab.getState(), questions },
    });
  });
  on('experiment-result', (data) => {
    send({
      subject: 'SPLICE.sendEvent',
      message_id: newId(),
      activity_id: data.lesson,
      name: 'experiment-result',
      data,
    });
  });
}

/** Tells the page around a frame, where the frame's address asks for it. */
export function reportWhereAsked(lab: AttentionLabElement): void {
  if (parent !== window && asksForReports(location))
    reportTo((message) => parent.postMessage(message, '*'), lab);
}
