// SPDX-License-Identifier: MIT
import type { Locator } from './locator.ts';

/** Replaces a field's content by typing, then leaves it with Tab or submits with Enter. */
export async function fill(
  field: Locator,
  text: string,
  commit: 'Tab' | 'Enter' = 'Tab',
): Promise<void> {
  await field.press('Control+A', 'Delete');
  await field.tab.type(text);
  await field.tab.press([commit]);
}

/** Selects an option of a `<select>` by its text or value, with the arrow keys. */
export async function select(list: Locator, option: string): Promise<void> {
  const steps = await list.evaluate((element, wanted) => {
    const { options, selectedIndex } = element as HTMLSelectElement;
    const open = [...options].filter((one) => !one.disabled);
    const from = open.findIndex((one) => one.index === selectedIndex);
    const to = open.findIndex((one) => one.label === wanted || one.value === wanted);
    if (to < 0) throw new Error(`no option "${wanted}"; there are ${open.map((o) => o.label)}`);
    return to - from;
  }, option);
  const key = steps < 0 ? 'ArrowUp' : 'ArrowDown';
  await list.press(...Array<string>(Math.abs(steps)).fill(key));
  const chosen = await list.evaluate((element) => {
    const one = (element as HTMLSelectElement).selectedOptions[0];
    return [one?.label ?? '', one?.value ?? ''];
  });
  if (!chosen.includes(option)) throw new Error(`chose "${chosen[0]}" instead of "${option}"`);
}
