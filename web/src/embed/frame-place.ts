// SPDX-License-Identifier: MIT
import { linkText, readPlace } from '../state/place.ts';

/** What may stand in the query of a frame's address, by the names of the element's attributes. */
const SETTINGS = [
  'lang',
  'theme',
  'palette',
  'digits',
  'controls',
  'locked',
  'ask',
  'show',
  'beats',
] as const;

/** The attributes that the query of an address gives; null for each that it does not. */
export function settingsIn({
  search,
}: Pick<Location, 'search'>): Readonly<Record<string, string | null>> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(SETTINGS.map((name) => [name, query.get(name)]));
}

/**
 * The element's attributes for a frame's address: "embed.html?lang=zh-Hant&locked=seed#/scaling?d=64".
 * @returns null for an attribute that the address does not give
 */
export function frameAttributes(
  place: Pick<Location, 'search' | 'hash'>,
): Readonly<Record<string, string | null>> {
  const { lesson, params } = readPlace(place.hash);
  return { lesson: lesson ?? '', state: linkText(params), ...settingsIn(place) };
}

/** Whether the address asks for what readers answer: "embed.html?report=splice". */
export const asksForReports = ({ search }: Pick<Location, 'search'>): boolean =>
  new URLSearchParams(search).get('report') === 'splice';
