// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/to-scale.ts';
import type { MainNumber, Stage } from '../define-lesson.ts';
import {
  describeChart,
  describeWork,
  growthOfRun,
  timeChart,
  timesTable,
  workChart,
} from './chart.ts';
import {
  bytesText,
  cachedWork,
  inUnit,
  matrixBytes,
  plainBytes,
  projectionWork,
  repeatedWork,
  scoreWork,
  streamingBytes,
  tileBytes,
  tileSides,
} from './counts.ts';
import { twinChoice } from './run-view.ts';
import type { Numbers } from './session.ts';
import './staircase.ts';
import { rounded, type Scene, type Texts } from './scene.ts';
import { type Figure, N_RANGE, N_STOPS, type State } from './state.ts';

const OUTLINES = [4096, 8192, N_RANGE.max];

function describeMemory(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  const { matrix, scores, tile, output, plain, streaming } = numbers.memory;
  const bytes = { matrix, scores, tile, output, plain, streaming };
  const texts = Object.entries(bytes).map(([id, x]) => [id, bytesText(i18n, x)] as const);
  return t('memory.description', {
    ...(Object.fromEntries(texts) as Record<keyof typeof bytes, string>),
    n: i18n.integer(state.n),
    ...tileSides(state.n),
  });
}

/** The n × n matrix of scores, and beside it a tile of streaming attention and the output, drawn to the same scale. */
function memory(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, height } = scene;
  const { n, d } = state;
  const { matrix, scores, output } = numbers.memory;
  const { rows, columns } = tileSides(n);
  const text = (bytes: number) => bytesText(i18n, bytes);
  const size = (one: number, other: number) =>
    t('memory.size', { rows: i18n.integer(one), columns: i18n.integer(other) });
  return html`
    <al-to-scale .height=${height} .description=${describeMemory(scene)}
      .first=${{ lines: [t('memory.matrix'), size(n, n), text(matrix)], width: n, height: n, kind: 'key' }}
      .others=${[
        {
          lines: [t('memory.tile'), size(rows, columns), text(scores)],
          width: columns,
          height: rows,
          kind: 'query',
        },
        {
          lines: [t('memory.output'), size(n, d), text(output)],
          width: d,
          height: n,
          kind: 'output',
        },
      ]}
      .outlines=${OUTLINES.map((side) => ({ side, text: t('memory.outline', { n: i18n.integer(side), bytes: text(matrixBytes(side)) }) }))}>
    </al-to-scale>`;
}

/** A figure that shows which keys and values each step computes and which it reuses from the KV cache. */
function cache(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t, height } = scene;
  const { written } = numbers;
  if (written === undefined)
    return html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
  return html`
    <al-staircase .height=${height} .description=${describeCache(scene)}
      .words=${written.words} .shown=${state.words} .keeps=${state.cache === 'on'}
      .legend=${[t('cache.computed'), t('cache.kept')]}></al-staircase>`;
}

/**
 * The sentence up to the last written word, and for this word the numbers of computed keys and the difference between
 * the outputs without and with a cache.
 */
function writtenSoFar({ state, numbers }: Scene) {
  const { written } = numbers;
  const last = state.words - 1;
  return {
    sentence: written?.words.slice(0, state.words).join(' ') ?? '',
    repeated: written?.repeated.at(last) ?? Number.NaN,
    cached: written?.cached.at(last) ?? Number.NaN,
    gap: written?.gaps.at(last) ?? Number.NaN,
  };
}

function describeCache(scene: Scene): string {
  const { i18n, t } = scene;
  const { sentence, repeated, cached, gap } = writtenSoFar(scene);
  if (sentence === '') return i18n.t('status.loading');
  return t('cache.description', { sentence, repeated, cached, gap: rounded(scene, gap) });
}

const FIGURES: Readonly<Record<Figure, (scene: Scene) => TemplateResult>> = {
  memory,
  work: workChart,
  cache,
  time: timeChart,
};

/** Number of digits of a measured exponent that are reliable. */
const EXPONENT_DIGITS = 3;

const ratio = ({ numbers: { work } }: Scene): number => work.scores / work.projections;

const MAIN: Readonly<Record<Figure, (scene: Scene) => MainNumber>> = {
  memory: ({ numbers, i18n, t }) => {
    const [value, unit] = inUnit(numbers.memory.matrix);
    const tile = bytesText(i18n, numbers.memory.scores);
    return { label: t('main.matrix'), value, unit, note: t('main.tile', { tile }) };
  },
  work: (scene) => ({
    label: scene.t('main.ratio'),
    value: ratio(scene),
    note: scene.t('main.crossing', { n: scene.i18n.integer(2 * scene.state.d) }),
  }),
  cache: (scene) => {
    const { state, i18n, t } = scene;
    const { repeated, cached, gap } = writtenSoFar(scene);
    if (Number.isNaN(gap)) return { label: i18n.t('status.loading'), value: undefined };
    return {
      label: t('main.keys'),
      value: state.cache === 'on' ? cached : repeated,
      note: t('main.gap', { gap: rounded(scene, gap) }),
    };
  },
  time: (scene) => {
    const { i18n, t } = scene;
    const [plain, streaming] = growthOfRun(scene);
    if (plain === undefined) return { label: t('main.unmeasured'), value: undefined };
    const exponent = streaming && i18n.number(streaming.exponent, { digits: EXPONENT_DIGITS });
    return {
      label: t('main.exponent'),
      value: Number(plain.exponent.toPrecision(EXPONENT_DIGITS)),
      ...(exponent === undefined ? {} : { note: t('main.streaming', { exponent }) }),
    };
  },
};

export const stage: Stage<State, Numbers, Texts> = {
  figure: (scene) => FIGURES[scene.state.figure](scene),
  main: (scene) => MAIN[scene.state.figure](scene),
  controls: ({ state, bind }) => {
    const own = {
      memory: ['n', 'd'],
      work: ['n', 'd'],
      cache: ['words', 'cache'],
      time: ['n'],
    } as const;
    return [...own[state.figure].map((field) => bind(field)), bind('figure')];
  },
  more: (scene) => [twinChoice(scene), scene.bind('longest')],
  spoken: (scene) => {
    const { figure } = scene.state;
    if (figure === 'memory') return describeMemory(scene);
    if (figure === 'work') return describeWork(scene);
    return figure === 'cache' ? describeCache(scene) : describeChart(scene, 'time');
  },
};

export function data(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { d } = state;
  const { written } = numbers;
  return html`
    <al-data-table name="bytes" picture=".stage-figure > *" .summary=${t('data.bytes', { d })}
      .columns=${[t('field.n'), t('data.matrix'), t('data.tile'), t('data.plain'), t('data.streaming')]}
      .rows=${() =>
        N_STOPS.map((n) => [
          n,
          matrixBytes(n),
          tileBytes(n, d),
          plainBytes(n, d),
          streamingBytes(n, d),
        ])}></al-data-table>
    <al-data-table name="work" picture="none" .summary=${t('data.work', { d })}
      .columns=${[t('field.n'), t('work.projections'), t('work.scores'), t('data.repeated'), t('data.cached')]}
      .rows=${() =>
        N_STOPS.map((n) => [
          n,
          projectionWork(n, d),
          scoreWork(n, d),
          repeatedWork(n, d),
          cachedWork(n, d),
        ])}></al-data-table>
    ${
      written === undefined
        ? ''
        : html`
          <al-data-table name="cache" picture="none" .summary=${t('data.keys')}
            .columns=${[t('data.word'), t('cache.off'), t('cache.on'), t('data.gap')]}
            .rows=${() =>
              written.words.map((word, i) => [
                word,
                written.repeated[i],
                written.cached[i],
                written.gaps[i],
              ])}></al-data-table>`
    }
    ${timesTable(scene, 'none')}`;
}
