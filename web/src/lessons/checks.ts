// SPDX-License-Identifier: MIT
import {
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../components/predict.ts';
import type { Engine } from '../engine/index.ts';
import { again } from './again.ts';
import { type CheckQuestion, type Drawn, drawQuestion } from './check-question.ts';
import { type BasicScene, say } from './scene.ts';

interface Asked {
  readonly key: string;
  readonly drawn: Drawn<unknown>;
  readonly answer: string | undefined;
  /**
   * Whether the last answer was right. If the reader has requested a new question and not answered it yet, this is
   * about the previous question.
   */
  readonly wasRight: boolean | undefined;
}

/** For each check question, by id, its current numbers and the reader's answer. */
export type AskedChecks = Map<string, Asked>;

/**
 * Shows check questions and stores the reader's answers. If the reader requests another version of a question, its
 * numbers are drawn from the next seed.
 */
export class Checks implements ReactiveController {
  /** @param asked  stores questions and answers; pass a map that exists longer than `host` to keep them */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly asked: AskedChecks = new Map(),
  ) {
    host.addController(this);
  }

  hostConnected(): void {}

  /**
   * The numbers of a question (`state`) and the reader's answer. Undefined if the question has not been rendered yet.
   */
  stateOf(id: string): (Pick<Asked, 'answer'> & { readonly state: unknown }) | undefined {
    const asked = this.asked.get(id);
    return asked && { answer: asked.answer, state: asked.drawn.state };
  }

  /** `answered` counts the questions with an answer; `right` counts those of which the last answer was correct. */
  get score(): { readonly answered: number; readonly right: number } {
    const judged = [...this.asked.values()].flatMap(({ wasRight }) => wasRight ?? []);
    return { answered: judged.length, right: judged.filter(Boolean).length };
  }

  /**
   * Renders a question.
   * @throws AttentionError if the engine rejects a call
   * @throws Error if none of the tried seeds gives a question
   */
  render<State, Texts>(
    question: CheckQuestion<State>,
    { t, i18n }: Pick<BasicScene<unknown, unknown, Texts>, 't' | 'i18n'>,
    engine: Engine,
  ): TemplateResult {
    const word = say(t);
    const { id } = question;
    const key = `${i18n.language} ${i18n.digits}`;
    const before = this.asked.get(id);
    const draw = (seed: number, answer?: string, last?: State): Asked => {
      const drawn = again(() => drawQuestion(question, seed, engine, i18n, last));
      const asked = { key, drawn, answer, wasRight: before?.wasRight };
      this.asked.set(id, asked);
      return asked;
    };
    const asked = before?.key === key ? before : draw(before?.drawn.seed ?? 1, before?.answer);
    // While `asked` is the same, `guard` skips rendering, for example while a drag changes other numbers.
    return html`${guard([asked], () => {
      const { drawn, answer } = asked;
      const words = question.words(drawn.state as State, i18n);
      const right = drawn.answers.find((one) => one.id === drawn.right)?.text ?? '';
      return html`
        <al-predict kind="check" .question=${word(`check.${id}.question`, words)} .guess=${answer}
          .guesses=${drawn.answers.map((one) => ({ value: one.id, label: one.text }))}
          .outcome=${
            answer === undefined
              ? undefined
              : {
                  right: drawn.right,
                  text: word(`check.${id}.feedback.${answer}`, { ...words, right }),
                }
          }
          @al-commit=${({ detail }: CustomEvent<string>) => {
            this.asked.set(id, { key, drawn, answer: detail, wasRight: detail === drawn.right });
            this.host.requestUpdate();
          }}
          @al-retry=${() => {
            draw(drawn.seed + 1, undefined, drawn.state as State);
            this.host.requestUpdate();
          }}></al-predict>`;
    })}`;
  }
}
