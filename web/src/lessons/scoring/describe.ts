// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import { keyName, queryName, type Scene, share, short } from './scene.ts';
import { KINDS, type Kind } from './state.ts';

/** Which key each score puts first for the query that is looked at. */
export function favourites({ numbers, pair: [query] }: Scene): readonly (number | undefined)[] {
  return KINDS.map((kind) => numbers[kind].best[query]);
}

/** A key’s name, or that there is none. */
export const favouriteName = ({ t }: Scene, best: number | undefined): string =>
  best === undefined ? t('result.tie') : keyName(best);

/** Whether the four put the same key first. */
export function agreement(scene: Scene): string {
  const { t, pair } = scene;
  const found = favourites(scene);
  const query = queryName(pair[0]);
  const [first] = found;
  if (first !== undefined && found.every((best) => best === first))
    return t('result.agree', { query, key: keyName(first) });
  return t('result.differ', { query });
}

/** Where the strongest cell of each row lies. */
export function describeMap(scene: Scene, kind: Kind): string {
  const { numbers, i18n, t } = scene;
  const { best, scores, weights } = numbers[kind];
  const list = best.map((key, i) =>
    t('map.row', {
      query: queryName(i),
      key: favouriteName(scene, key),
      score: short(scene, scores[i]?.[key ?? 0] ?? Number.NaN),
      weight: share(scene, weights[i]?.[key ?? 0] ?? Number.NaN),
    }),
  );
  return t('map.description', { name: t(`kind.${kind}`), list: i18n.list(list) });
}

/** Where the arrows point. */
export function describePlane(scene: Scene): string {
  const { numbers, i18n, t, pair } = scene;
  const place = ([x = 0, y = 0]: readonly number[]) =>
    t('plane.place', { x: short(scene, x), y: short(scene, y) });
  const list = numbers.keys.map((key, j) => `${keyName(j)} ${place(key)}`);
  const query = `${queryName(pair[0])} ${place(numbers.queries[pair[0]] ?? [])}`;
  return `${t('plane.description', { query, list: i18n.list(list) })} ${agreement(scene)}`;
}
