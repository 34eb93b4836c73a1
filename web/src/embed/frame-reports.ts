// SPDX-License-Identifier: MIT
import type { AttentionLabElement, LabEvents } from './api.ts';
import type { SpliceEvent, SpliceScore } from './frame-messages.ts';
import { asksForReports } from './frame-place.ts';

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(16)).join('-');

/**
 * Sends every answer and every experiment's result from now on, in the SPLICE protocol of learning platforms.
 * @param lab  the element whose events are reported
 */
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

/** Sends reports to the host page of the frame, if the frame's URL requests them. */
export function reportWhereAsked(lab: AttentionLabElement): void {
  if (parent !== window && asksForReports(location))
    reportTo((message) => parent.postMessage(message, '*'), lab);
}
