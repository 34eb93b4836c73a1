// SPDX-License-Identifier: MIT
import { linkText, readPlace } from '../state/place.ts';

/** What may stand in the query of a frame's address, by the names of the element's attributes. */
const SETTINGS = ['lang', 'theme', 'controls', 'locked', 'ask'] as const;

/**
 * The element's attributes for a frame's address: "embed.html?lang=zh-Hant&locked=seed#/scaling?d=64".
 * @returns null for an attribute that the address does not give
 */
export function frameAttributes({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): Readonly<Record<string, string | null>> {
  const query = new URLSearchParams(search);
  const { lesson, params } = readPlace(hash);
  const settings = SETTINGS.map((name) => [name, query.get(name)] as const);
  return { lesson: lesson ?? '', state: linkText(params), ...Object.fromEntries(settings) };
}

/** Whether the address asks for what readers answer: "embed.html?report=splice". */
export const asksForReports = ({ search }: Pick<Location, 'search'>): boolean =>
  new URLSearchParams(search).get('report') === 'splice';
