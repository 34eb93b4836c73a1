// SPDX-License-Identifier: MIT
// Tests the results of guesses: the score, and the messages that a lesson in an `<iframe>` sends if its address
// requests them.
import { describe, expect, it } from 'vitest';
import { Answers } from '../../web/src/embed/answers.ts';
import type { AttentionLabElement } from '../../web/src/embed/api.ts';
import { asksForReports } from '../../web/src/embed/frame-place.ts';
import { reportTo } from '../../web/src/embed/frame-reports.ts';

describe('the score of guesses', () => {
  it('counts only the first guess at each counted question', () => {
    const answers = new Answers();
    const guess = (id: string, own: string) =>
      answers.add('scaling', { id, guess: own, right: 'a' }, ['one', 'two']).score;
    expect(guess('one', 'a')).toBe(0.5);
    expect(guess('two', 'b')).toBe(0.5);
    expect(guess('two', 'a')).toBe(0.5);
    expect(guess('three', 'a')).toBe(0.5);
    expect(guess('one', 'b')).toBe(0.5);
    expect(answers.last.map(({ question, guess: last }) => `${question} ${last}`)).toEqual([
      'one b',
      'two a',
      'three a',
    ]);
    answers.clear();
    expect(answers.last).toEqual([]);
    expect(guess('two', 'a')).toBe(0.5);
    expect(guess('one', 'a')).toBe(1);
  });
});

describe('a frame', () => {
  it('reports only if its address requests it', () => {
    const asks = (search: string) => asksForReports({ search });
    expect(asks('?lang=en&report=splice')).toBe(true);
    for (const search of ['', '?report', '?report=', '?report=all', '?reports=splice'])
      expect(asks(search), search).toBe(false);
  });

  it('reports guesses in the SPLICE format', () => {
    const answer = { lesson: 'scaling', question: 'width', guess: 'a', right: 'a', score: 0.5 };
    const questions = [answer];
    const lab = Object.assign(new EventTarget(), {
      getState: () => 'd=8',
      exportData: () => ({ questions }),
    });
    const sent: object[] = [];
    reportTo((message) => sent.push(message), lab as unknown as AttentionLabElement);
    lab.dispatchEvent(new CustomEvent('state-change', { detail: { lesson: 'scaling' } }));
    lab.dispatchEvent(new CustomEvent('question-result', { detail: answer }));
    expect(sent).toEqual([
      {
        subject: 'SPLICE.reportScoreAndState',
        message_id: expect.stringMatching(/^[\da-f-]{10,}$/),
        activity_id: 'scaling',
        score: 0.5,
        state: { lesson: 'scaling', state: 'd=8', questions },
      },
    ]);
  });
});
