// SPDX-License-Identifier: MIT
// The plane's pictures in words: what a sighted reader would notice.
import { largestOf } from '../../largest.ts';
import { indexed, keyNames, type PlaneScene, short, vector } from './scene.ts';
import { pairAt, QUERY_COUNT } from './state.ts';

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

/** Which keys each of the queries attends to. */
export function describeWeights(scene: PlaneScene): string {
  const { numbers, i18n, t } = scene;
  const said = (x: number) => i18n.percent(x, 2);
  return numbers.queries
    .map(({ weights }, i) => {
      const most = largestOf(weights, said);
      return t('plane.weights.most', {
        count: most.length,
        query: indexed('q', i),
        keys: keyNames(scene, most),
        share: said(weights[most[0] ?? 0] ?? Number.NaN),
      });
    })
    .join(' ');
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
