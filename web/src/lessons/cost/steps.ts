// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import '../../components/job-progress.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { nearestGuess } from '../../lesson/nearest-guess.ts';
import { binder, inRole } from '../bind.ts';
import { fields, type Numbers, type State } from './lengths.ts';
import { amountText, type CostScene, decimal, type Parts, short, type Texts } from './parts.ts';
import { type Job, METHODS } from './timing.ts';

export function measuring(scene: CostScene) {
  const { numbers, i18n, t } = scene;
  const { isRunning, isOnPage, current, refused, done, total, start, stop } = numbers.measured;
  const action = done === 0 ? 'run.start' : done < total ? 'run.more' : 'run.again';
  const name = ({ method, n }: Job) =>
    t('run.current', { method: t(`method.${method}`), n: i18n.integer(n) });
  return html`
    <div class="run-bench">
      <al-job-progress class="run-progress" .running=${isRunning} .done=${done / total}
        .text=${current ? name(current) : t('run.done', { done, total })} .action=${t(isRunning ? 'run.stop' : action)}
        @al-start=${start} @al-stop=${stop}></al-job-progress>
      ${binder(fields, scene)('longest')}
      ${refused.length > 0 ? html`<p class="hint" role="note">${t('run.refused', { sizes: i18n.list(refused.map(name)) })}</p>` : nothing}
      ${isOnPage ? html`<p class="hint" role="note">${t('run.onPage')}</p>` : nothing}
    </div>`;
}

const N = 'n';

/** The fitted exponent of n for each method, such as n^2.03 ± 0.02. */
export function measuredText({ numbers, i18n, t }: CostScene): unknown {
  const number = (value: number) => i18n.number(value, { decimals: 2 });
  const found = METHODS.flatMap((method) => {
    const growth = numbers.measured.growth[method];
    if (growth === undefined) return [];
    return [
      html`<span data-method=${method}>${t(`method.${method}`)} <em>${N}</em><sup>${number(growth.exponent)}</sup> ± ${number(growth.error)}</span>`,
    ];
  });
  return found.length === 0
    ? nothing
    : found.map((one, i) => html`${i > 0 ? html`&nbsp;&nbsp; ` : nothing}${one}`);
}

export function spokenTimes({ numbers, i18n, t }: CostScene): string {
  const { isRunning, growth } = numbers.measured;
  if (isRunning) return t('spoken.running');
  const said = METHODS.flatMap((method) => {
    const exponent = growth[method]?.exponent;
    return exponent === undefined
      ? []
      : [
          t('spoken.exponent', {
            method: t(`method.${method}`),
            exponent: i18n.number(exponent, { decimals: 2 }),
          }),
        ];
  });
  return said.length === 0 ? t('spoken.unmeasured') : said.join(' ');
}

/** The number of tokens for which the scores of a head take 1 GiB. */
const LONG = 16_384;
/** The number of tokens in the scenes about work. At `EQUAL`, scores take as much work as the rest of the layer. */
const MANY = 8192;
const EQUAL = 24_576;
/** The number of tiles that are read when the scene about tiles begins. */
const READ = 2;

const tokens = (scene: CostScene) => binder(fields, scene)('n');

const read = (scene: CostScene) => binder(fields, scene)('read');

const words = (scene: CostScene) => binder(fields, scene)('words');

const E = 'e';
/** The calculation of the number of scores of a text of twice the length. */
function squared({ numbers, i18n }: CostScene) {
  const { now, twice } = numbers;
  const power = (n: number) => html`${i18n.integer(n)}<sup>2</sup>`;
  return html`${power(twice.n)} = 4 · ${power(now.n)} = ${inRole('score', i18n.integer(twice.scores))}`;
}

/** The calculation of the sum after the last tile that is read, from the previous sum. */
function sum(scene: CostScene) {
  const { kept } = scene.numbers.tiles;
  const now = kept[scene.state.read - 1];
  const before = kept[scene.state.read - 2];
  if (now === undefined) return html``;
  const number = (value: number) => decimal(scene, value);
  const power = (value: number) => html`${E}<sup>${number(value)} − ${number(now.largest)}</sup>`;
  return html`
    ${before ? html`${number(before.sum)} · ${power(before.largest)} + ` : ''}${now.scores.map((one, i) => html`${i > 0 ? ' + ' : ''}${power(one)}`)}
    = <strong>${number(now.sum)}</strong>`;
}

/** The calculation of the share of scores and weighted means in the work of a token. */
function share(scene: CostScene) {
  const { projections, feedForward, pairs, share: found } = scene.numbers.now;
  const size = inRole('score', short(scene, pairs));
  const sign = Number.isInteger(found * 1000) ? '=' : '≈';
  return html`${size} ÷ (${short(scene, projections + feedForward)} + ${size}) ${sign} ${inRole('score', shareText(scene.i18n, found))}`;
}

/** The calculation of the number of keys that all steps of text generation compute without a cache. */
function steadily({ state, numbers }: CostScene) {
  const terms = Array.from({ length: state.words }, (_, i) => i + 1).join(' + ');
  return html`${terms} = ${inRole('key', `${numbers.keys.repeated}`)}`;
}

function growth(scene: CostScene) {
  const { now, growth: times } = scene.numbers;
  const [fixed, pairs] = [short(scene, now.projections + now.feedForward), short(scene, now.pairs)];
  return html`
    (2 · ${fixed} + 4 · ${inRole('score', pairs)}) ÷ (${fixed} + ${inRole('score', pairs)}) = <strong>${short(scene, times.work)}</strong>`;
}

const spokenText =
  (key: 'square' | 'parts' | 'guess' | 'answer') =>
  (scene: CostScene): string => {
    const { numbers, i18n, t } = scene;
    const { now, twice, growth: times } = numbers;
    return t(`spoken.${key}`, {
      n: i18n.integer(now.n),
      scores: i18n.integer(now.scores),
      twice: i18n.integer(twice.n),
      more: i18n.integer(twice.scores),
      share: i18n.percent(now.share, 0),
      times: short(scene, times.work),
    });
  };

const spokenTiles = (scene: CostScene): string => {
  const { state, numbers, t } = scene;
  const { kept, whole } = numbers.tiles;
  const now = kept[state.read - 1];
  return t('spoken.tiles', {
    count: state.read,
    largest: decimal(scene, now?.largest ?? 0),
    sum: decimal(scene, now?.sum ?? 0),
    whole: decimal(scene, whole.sum),
    stored: amountText(scene, numbers.now.stored),
  });
};

const spokenCache = (scene: CostScene): string => {
  const { state, numbers, i18n, t } = scene;
  const written = numbers.written?.words.slice(0, state.words) ?? [];
  return written.length === 0
    ? i18n.t('status.loading')
    : t('spoken.cache', {
        sentence: written.join(' '),
        repeated: numbers.keys.repeated,
        cached: numbers.keys.cached,
        bytes: amountText(scene, numbers.now.cache),
      });
};

export const answer = ({ growth: { work } }: Numbers): string =>
  nearestGuess(work, { two: 2, three: 3, four: 4 });

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'square', view: { square: 1, around: 1 } },
    ...{ worked: squared, controls: tokens, room: ['slider'], spoken: spokenText('square') },
  },
  {
    ...{ id: 'tiles', state: { n: LONG, read: READ }, view: { square: 1, tiles: 1 } },
    ...{ worked: sum, controls: read, spoken: spokenTiles },
  },
  {
    ...{ id: 'parts', state: { n: MANY }, view: { work: 1 } },
    ...{ worked: share, controls: tokens, spoken: spokenText('parts') },
  },
  {
    ...{ id: 'cache', state: { n: MANY }, view: { cache: 1 } },
    ...{ worked: steadily, controls: words, spoken: spokenCache },
  },
  {
    ...{ id: 'measure', view: { times: 1 } },
    ...{ worked: measuredText, controls: measuring, spoken: spokenTimes },
  },
  {
    ...{ id: 'guess', state: { n: EQUAL }, view: { work: 1, unknown: 1 } },
    spoken: spokenText('guess'),
    question: {
      guesses: ['two', 'three', 'four'],
      right: answer,
      outcome: { unknown: 0, twice: 1 },
    },
  },
  {
    ...{ id: 'answer', state: { n: EQUAL }, view: { growths: 1 } },
    ...{ worked: growth, controls: tokens, spoken: spokenText('answer') },
  },
];
