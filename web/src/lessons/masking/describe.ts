// SPDX-License-Identifier: MIT
// The pictures in words: what a sighted reader would notice.
import { largestOf } from '../largest.ts';
import { LEAKING } from './leaks.ts';
import { chosen, indexed, lookedAt, names, type Scene, share, short } from './scene.ts';
import { SIZE, TREATMENT_IDS } from './state.ts';

const HALF = 0.5;

/** Why a query does not see a key, or that it does. */
export function reasonOf({ state, numbers, t }: Scene, i: number, j: number): string {
  const flag = numbers.flags[i]?.[j] === 1;
  if (state.convention === 'hide') return t(flag ? 'reason.readHidden' : 'reason.readVisible');
  if (flag) return t('reason.visible');
  if (state.causal === 'on' && j > i) return t('reason.causal');
  const len = lengthOf(state, i);
  if (len !== undefined && j >= len) return t('reason.len', { len });
  return t('reason.pressed');
}

/** How many keys a row has by the valid lengths. */
export function lengthOf({ lensKind, len, lens }: Scene['state'], i: number): number | undefined {
  if (lensKind === 'none') return undefined;
  return lensKind === 'one' ? len : lens[i];
}

export const sayCell = (scene: Scene, i: number, j: number): string =>
  scene.t('mask.cell', {
    query: indexed('q', i),
    key: indexed('k', j),
    score: short(scene, scene.numbers.scores[i]?.[j] ?? Number.NaN),
    reason: reasonOf(scene, i, j),
  });

/** Which keys each query sees. */
export function describeMask({ numbers, i18n, t }: Scene): string {
  const rows = numbers.visible.map((row, i) => {
    const seen = names('k', SIZE).filter((_, j) => row[j] === 1);
    const query = indexed('q', i);
    return seen.length === 0
      ? t('mask.seesNone', { query })
      : t('mask.sees', { query, keys: i18n.list(seen) });
  });
  return rows.join(' ');
}

/** The largest weight of each query. */
export function describeWeights(scene: Scene): string {
  const { i18n, t } = scene;
  const most = chosen(scene).weights.map((row, i) => {
    const j = row.indexOf(Math.max(...row));
    const query = indexed('q', i);
    if (j < 0) return t('weights.none', { query });
    return t('weights.one', { query, key: indexed('k', j), weight: share(scene, row[j] ?? 0) });
  });
  return t('weights.description', { list: i18n.list(most) });
}

/** What the query that is looked at gives most to, and what it leaves out. */
export function describeRow(scene: Scene): string {
  const { i18n, t } = scene;
  const { name: query, weights } = lookedAt(scene);
  const said = (x: number) => share(scene, x);
  const most = largestOf(weights, said);
  if (most.length === 0) return t('weights.none', { query });
  const named = (places: readonly number[]) => i18n.list(places.map((j) => indexed('k', j)));
  const none = Array.from(weights.keys()).filter((j) => said(weights[j] ?? 0) === said(0));
  const text = t('row.most', {
    query,
    keys: named(most),
    weight: said(weights[most[0] ?? 0] ?? Number.NaN),
  });
  return none.length === 0 ? text : `${text} ${t('row.nothing', { keys: named(none) })}`;
}

/** What each way to hide lets through to the hidden keys. */
export function describeFills(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const byLeak = new Map<string, string[]>();
  for (const id of TREATMENT_IDS) {
    const leak = share(scene, numbers.treated[id].leak);
    byLeak.set(leak, [...(byLeak.get(leak) ?? []), t(`treatment.${id}`)]);
  }
  const list = Array.from(byLeak, ([leak, all]) =>
    t('fills.one', { leak, treatments: i18n.list(all) }),
  );
  return t('fills.description', { query: lookedAt(scene).name, list: list.join(' ') });
}

/** From which size on each number lets more than half through. */
export function describeLeaks(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const list = LEAKING.map((id) => {
    const treatment = t(`treatment.${id}`);
    const first = numbers.leaks.find(({ leaks }) => leaks[id] > HALF);
    return first === undefined
      ? t('leaks.never', { treatment })
      : t('leaks.from', { treatment, size: i18n.number(first.size, { digits: 2 }) });
  });
  return t('leaks.description', { query: lookedAt(scene).name, list: i18n.list(list) });
}
