// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import { RECIPES } from './library.ts';
import { preferences } from './plane.ts';
import { degrees, KEYS, type Scene, SIGNS, short } from './scene.ts';

/** Where each key lies, and which of them the measure prefers. */
export function describePlane(scene: Scene): string {
  const { state, numbers, t } = scene;
  const keys = KEYS.map((name) => {
    const reading = numbers.arrows[name];
    return t('plane.one', {
      name: SIGNS[name],
      length: short(scene, reading.length),
      degrees: degrees(scene, reading.degrees),
      score: short(scene, reading[state.measure]),
    });
  });
  return [t(`plane.measure.${state.measure}`), ...keys, verdictText(scene)].join(' ');
}

/** Whether the key nearer in angle has the higher score. */
export function verdictText(scene: Scene): string {
  const { t } = scene;
  const { higher, nearer } = preferences(scene);
  if (higher === undefined || nearer === undefined) return t('verdict.none');
  if (higher === 'tie') return t('verdict.tie');
  const names = { higher: SIGNS[higher] };
  if (nearer === 'tie') return t('verdict.length', names);
  return higher === nearer ? t('verdict.agrees', names) : t('verdict.misleads', names);
}

/** The title that counts most, and what all are mixed to. */
export function describeSearch(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const { hits, best, hasWeights } = numbers.search;
  if (!hasWeights) return t('result.noDirection');
  const titles = best.map((i) => titleOf(t, i));
  const share = i18n.percent(hits[best[0] ?? 0]?.weight ?? Number.NaN, 2);
  return t('search.description', {
    titles: i18n.list(titles),
    share,
    output: mixText(scene),
  });
}

/** The output as it is read: minutes and kilocalories. */
function mixText({ numbers, i18n, t }: Scene): string {
  const [minutes = Number.NaN, energy = Number.NaN] = numbers.search.output;
  return t('search.mix', {
    minutes: i18n.number(minutes, { digits: 4 }),
    energy: i18n.number(energy, { digits: 4 }),
  });
}

export const titleOf = (t: Scene['t'], index: number): string =>
  t(`title.${RECIPES[index]?.id ?? 'ginger-tea'}`);
