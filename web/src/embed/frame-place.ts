// SPDX-License-Identifier: MIT
import { linkText, readPlace, searchParams } from '../state/place.ts';
import { SETTINGS } from './attributes.ts';

/** Reads attributes of the custom element from the query of a URL. Absent attributes are null. */
export function settingsIn({
  search,
}: Pick<Location, 'search'>): Readonly<Record<string, string | null>> {
  const query = searchParams(search);
  return Object.fromEntries(SETTINGS.map((name) => [name, query.get(name)]));
}

/**
 * Converts a frame's URL, such as "embed.html?lang=zh-Hant&locked=pair#/scaling?d=64", to attributes of the custom
 * element. Absent attributes are null.
 */
export function frameAttributes(
  place: Pick<Location, 'search' | 'hash'>,
): Readonly<Record<string, string | null>> {
  const { lesson, params } = readPlace(place.hash);
  return { lesson: lesson ?? '', state: linkText(params), ...settingsIn(place) };
}

/** Whether the URL requests reports for a learning platform: "embed.html?report=splice". */
export const asksForReports = ({ search }: Pick<Location, 'search'>): boolean =>
  searchParams(search).get('report') === 'splice';
