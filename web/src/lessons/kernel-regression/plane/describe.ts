// SPDX-License-Identifier: MIT
// The plane's pictures in words: what a sighted reader would notice.
import { indexed, keyNames, type PlaneScene, short, vector } from './scene.ts';
import { KEY_COUNT, pairAt, QUERY_COUNT } from './state.ts';

/** Which key wins how much of the map, and which at each query. */
export function describeMap(scene: PlaneScene): string {
  const { numbers, state, i18n, t } = scene;
  const wins = numbers.map.shares.map((share, key) =>
    t('plane.map.wins', { key: indexed('k', key), share: i18n.percent(share, 0) }),
  );
  const queries = numbers.queries.map(({ winners }, i) =>
    t('plane.map.at', {
      query: indexed('q', i),
      place: vector(scene, pairAt(state.planeQueries, i)),
      keys: keyNames(scene, winners),
    }),
  );
  return [t(`plane.map.of.${state.planeScore}`), ...wins, ...queries].join(' ');
}

/** Each key's weights for both queries. */
export function describeWeights(scene: PlaneScene): string {
  const { numbers, i18n, t } = scene;
  const share = (query: number, key: number) =>
    i18n.percent(numbers.queries[query]?.weights[key] ?? Number.NaN, 2);
  return Array.from({ length: KEY_COUNT }, (_, key) =>
    t('plane.weights.one', {
      key: indexed('k', key),
      first: share(0, key),
      second: share(1, key),
    }),
  ).join(' ');
}

/** The answers as sentences, for those who hear them. */
export function planeText(scene: PlaneScene): string {
  const { numbers, state, t } = scene;
  return Array.from({ length: QUERY_COUNT }, (_, i) => {
    const [weight, height] = numbers.queries[i]?.output ?? [Number.NaN, Number.NaN];
    return t('plane.answer.spoken', {
      place: vector(scene, pairAt(state.planeQueries, i)),
      weight: short(scene, weight),
      height: short(scene, height),
      keys: keyNames(scene, numbers.queries[i]?.winners ?? []),
    });
  }).join(' ');
}
