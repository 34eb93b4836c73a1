// SPDX-License-Identifier: MIT
import {
  html,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import '../components/predict.ts';
import type { Engine } from '../engine/index.ts';
import { again } from './again.ts';
import { type CheckQuestion, type Drawn, drawQuestion } from './check-question.ts';
import { type BasicScene, say } from './scene.ts';

interface Asked {
  readonly key: string;
  readonly drawn: Drawn<unknown>;
  readonly answer: string | undefined;
}

/** The check questions of a lesson and the reader's answers. Each new question uses the next seed. */
export class Checks implements ReactiveController {
  readonly #asked = new Map<string, Asked>();

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {}

  /**
   * @throws AttentionError if the engine refuses a call
   * @throws Error if no seed gives a question
   */
  render<State, Texts>(
    question: CheckQuestion<State>,
    { t, i18n }: BasicScene<unknown, unknown, Texts>,
    engine: Engine,
  ): TemplateResult {
    const word = say(t);
    const { id } = question;
    const key = `${i18n.language} ${i18n.digits}`;
    const before = this.#asked.get(id);
    const draw = (seed: number, answer?: string, last?: State): Asked => {
      const drawn = again(() => drawQuestion(question, seed, engine, i18n, last));
      const asked = { key, drawn, answer };
      this.#asked.set(id, asked);
      return asked;
    };
    const { drawn, answer } =
      before?.key === key ? before : draw(before?.drawn.seed ?? 1, before?.answer);
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
          this.#asked.set(id, { key, drawn, answer: detail });
          this.host.requestUpdate();
        }}
        @al-retry=${() => {
          draw(drawn.seed + 1, undefined, drawn.state as State);
          this.host.requestUpdate();
        }}></al-predict>`;
  }
}
