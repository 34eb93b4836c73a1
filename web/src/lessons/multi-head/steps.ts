// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import '../../components/choice.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { renderRoom } from '../../lesson/render-scenes.ts';
import { binder } from '../bind.ts';
import { renderOwnWords } from '../own-words.ts';
import { fields, type Numbers, type Sentence, type State } from './heads.ts';
import { decimal, type HeadsScene, type Parts, shownWord, type Texts } from './parts.ts';

/** The box for a sentence. In a new sentence, the last word is chosen. */
const written = (scene: HeadsScene) =>
  renderOwnWords({ ...scene, set: (change, how) => scene.set({ ...change, place: 0 }, how) });

const looking = (scene: HeadsScene) => {
  const { sentence } = scene.numbers;
  if (sentence === undefined) return scene.state.words.length > 0 ? nothing : renderRoom('words');
  const { words, from } = sentence;
  return html`
    <al-choice field="place" .label=${scene.t('field.place')} .value=${String(from + 1)}
      .options=${words.map((word, i) => ({ value: String(i + 1), label: shownWord(scene, word) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => {
        const place = Number(detail.value);
        scene.set({ place: place === words.length ? 0 : place }, 'rest');
      }}></al-choice>`;
};

const bound = (field: 'size' | 'heads' | 'turn') => (scene: HeadsScene) =>
  binder(fields, scene)(field);

const spokenOf =
  (speak: (sentence: Sentence, scene: HeadsScene) => string) =>
  (scene: HeadsScene): string => {
    const { sentence } = scene.numbers;
    return sentence ? speak(sentence, scene) : scene.t('words.none');
  };

const headsText = (key: 'two' | 'join') =>
  spokenOf(({ words, from, heads: [one, two] }, scene) =>
    scene.t(`spoken.${key}`, {
      from: shownWord(scene, words[from]),
      first: shownWord(scene, words[one.found]),
      second: shownWord(scene, words[two.found]),
      most: shareText(scene.i18n, one.most),
      other: shareText(scene.i18n, two.most),
      count: one.query.length,
      all: one.query.length + two.query.length,
    }),
  );

/** The weights of two words with equal scores: `half` if none exceeds 1/2, `all` if both do, otherwise `large`. */
const answer = ({ row }: Numbers): string => {
  const [one = 0, two = 0] = row?.pair.map((i) => row.weights[i] ?? 0) ?? [];
  if (Math.max(one, two) <= 0.5) return 'half';
  return Math.min(one, two) > 0.5 ? 'all' : 'large';
};

const E = 'e';

/** The calculation of the weight of one of the two words: e to the power of its score, divided by the sum. */
const share = (scene: HeadsScene, { unknown }: Parts) => {
  const { row } = scene.numbers;
  const { size } = scene.state;
  if (row === undefined || unknown > 0) return nothing;
  const others = row.scores.length - 2;
  const power = html`${E}<sup>${decimal(scene, size, 0)}</sup>`;
  return html`${power} ÷ (${power} + ${power} + ${others})`;
};

const cost = (scene: HeadsScene) => {
  const { i18n, numbers } = scene;
  const { words, headWidth, heads, products } = numbers.count;
  return html`${heads} × ${words} × ${words} × ${headWidth} = ${i18n.integer(products)}`;
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'two', view: { sentence: 1, heads: 1 } },
    controls: (scene) => html`${looking(scene)} ${written(scene)}`,
    room: ['words', 'details'],
    spoken: headsText('two'),
  },
  {
    ...{ id: 'guess', view: { sentence: 1, scores: 1, unknown: 1 } },
    ...{ worked: share, controls: bound('size') },
    spoken: spokenOf(({ words }, scene) => {
      const [one = 0, two = 0] = scene.numbers.row?.pair ?? [];
      return scene.t('spoken.guess', {
        first: shownWord(scene, words[one]),
        second: shownWord(scene, words[two]),
        size: decimal(scene, scene.state.size, 0),
      });
    }),
    question: {
      guesses: ['all', 'half', 'large'],
      right: answer,
      outcome: { unknown: 0, weights: 1 },
    },
  },
  {
    id: 'join',
    view: { sentence: 1, top: 1, join: 1 },
    spoken: headsText('join'),
  },
  {
    ...{ id: 'count', view: { count: 1 }, worked: cost, controls: bound('heads') },
    spoken: ({ numbers: { count }, i18n, t }) =>
      t('spoken.count', {
        heads: count.heads,
        parameters: i18n.integer(count.parameters),
        scores: i18n.integer(count.scores),
      }),
  },
  {
    ...{ id: 'narrow', view: { sentence: 1, top: 1, narrow: 1 }, controls: bound('turn') },
    spoken: spokenOf(({ words, from, narrow }, scene) =>
      scene.t('spoken.narrow', {
        from: shownWord(scene, words[from]),
        first: shownWord(scene, words[narrow.first]),
        count: narrow.reachable,
        all: words.length,
      }),
    ),
  },
  {
    ...{ id: 'reason', view: { sentence: 1, top: 0.55, heads: 1, next: 1 }, controls: written },
    spoken: spokenOf(({ next: [all, one, two] }, scene) =>
      scene.t('spoken.reason', {
        word: shownWord(scene, all.words[0]?.word),
        all: shareText(scene.i18n, all.kept),
        first: shareText(scene.i18n, one.kept),
        second: shareText(scene.i18n, two.kept),
      }),
    ),
  },
  {
    ...{ id: 'cross', view: { cross: 1 } },
    spoken: spokenOf(({ cross: { asking, asked, weights, scores } }, scene) => {
      const row = weights.at(-1) ?? [];
      const most = Math.max(...row);
      return scene.t('spoken.cross', {
        from: shownWord(scene, asking.at(-1)),
        to: shownWord(scene, asked[row.indexOf(most)]),
        most: shareText(scene.i18n, most),
        scores,
      });
    }),
  },
];
