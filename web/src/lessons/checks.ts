// SPDX-License-Identifier: MIT
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../components/predict.ts';
import { keep, kept } from '../device/store.ts';
import type { Engine } from '../engine/index.ts';
import type { MessageKey, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import { again } from './again.ts';
import { type CheckQuestion, type Drawn, drawQuestion } from './check-question.ts';
import { say } from './scene.ts';

interface Asked {
  readonly key: string;
  readonly seed: number;
  /** Undefined if the question was restored from the session storage and has not been rendered since. */
  readonly drawn: Drawn<unknown> | undefined;
  readonly answer: string | undefined;
  /**
   * Whether the reader's last answer was right. It is kept when the reader requests new numbers, until the next answer.
   * Undefined before the first answer.
   */
  readonly wasRight: boolean | undefined;
}

/**
 * Shows check questions and stores the reader's answers. If the reader requests another version of a question, its
 * numbers are drawn from the next seed.
 */
export class Checks implements ReactiveController {
  /** By the id of a question. */
  readonly #asked = new Map<string, Asked>();

  /** @param name  keeps questions and answers under this name until the window is closed */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly name?: string,
  ) {
    host.addController(this);
    const text = name && kept(name, 'session');
    for (const [id, asked] of JSON.parse(text || '[]') as [string, Asked][])
      this.#asked.set(id, asked);
  }

  hostConnected(): void {}

  /**
   * The numbers of a question (`state`) and the reader's answer. Undefined if the question has not been rendered yet.
   */
  stateOf(id: string): (Pick<Asked, 'answer'> & { readonly state: unknown }) | undefined {
    const asked = this.#asked.get(id);
    return asked?.drawn && { answer: asked.answer, state: asked.drawn.state };
  }

  /** `answered` counts the questions with an answer; `right` counts the questions whose last answer was correct. */
  get score(): { readonly answered: number; readonly right: number } {
    const judged = [...this.#asked.values()].flatMap(({ wasRight }) => wasRight ?? []);
    return { answered: judged.length, right: judged.filter(Boolean).length };
  }

  /**
   * Renders a question.
   * @throws AttentionError if the engine rejects a call
   * @throws Error if none of the tried seeds gives a question
   */
  render<State, Texts>(
    question: CheckQuestion<State>,
    { t, i18n }: { readonly t: Translate<MessageKey<Texts>>; readonly i18n: I18n },
    engine: Engine,
  ): TemplateResult {
    const word = say(t);
    const { id } = question;
    const key = `${i18n.language} ${i18n.digits}`;
    const before = this.#asked.get(id);
    const draw = (seed: number, answer?: string, last?: State): Asked => {
      const drawn = again(() => drawQuestion(question, seed, engine, i18n, last));
      return this.#keep(id, { key, seed: drawn.seed, drawn, answer, wasRight: before?.wasRight });
    };
    const asked = before?.key === key ? before : draw(before?.seed ?? 1, before?.answer);
    // `guard` skips rendering while `asked` is the same object, for example while a drag changes other numbers.
    return html`${guard([asked], () => {
      const { drawn, answer } = asked;
      if (drawn === undefined) return nothing;
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
            this.#keep(id, { ...asked, answer: detail, wasRight: detail === drawn.right });
            this.host.requestUpdate();
          }}
          @al-retry=${() => {
            draw(drawn.seed + 1, undefined, drawn.state as State);
            this.host.requestUpdate();
          }}></al-predict>`;
    })}`;
  }

  #keep(id: string, asked: Asked): Asked {
    this.#asked.set(id, asked);
    if (this.name === undefined) return asked;
    // `drawn` is not stored, because it can be drawn from the seed again.
    const list = [...this.#asked].map(([one, { seed, answer, wasRight }]) => [
      one,
      { seed, answer, wasRight },
    ]);
    keep(this.name, JSON.stringify(list), 'session');
    return asked;
  }
}
