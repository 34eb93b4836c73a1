// SPDX-License-Identifier: MIT

/**
 * A pattern for a text. A string must equal the whole text. An object contains the source and flags of a regular
 * expression, because a RegExp cannot be passed to the page as JSON.
 */
export type Match = string | { source: string; flags: string };

/**
 * One step of a search. `role`, `css`: selects descendants of the elements that the previous step has found; `nth`:
 * selects one of these elements.
 */
export type Step =
  | { by: 'role'; role: string; name?: Match }
  | { by: 'css'; selector: string }
  | { by: 'nth'; index: number };

/** Functions in the page that find elements by accessible role and name, or by CSS selector. */
export interface Finder {
  all(steps: Step[]): Element[];
  /** @throws NotReady unless exactly one element is found */
  one(steps: Step[]): Element;
  name(element: Element): string;
  role(element: Element): string;
  description(element: Element): string;
  text(element: Element): string;
}

declare global {
  interface Window {
    __find: Finder;
    __names: {
      computeAccessibleName(element: Element): string;
      computeAccessibleDescription(element: Element): string;
      getRole(element: Element): string | null;
    };
  }
}

/**
 * Installs `window.__find`. The function runs in the page from its source text, so it can
 * use only its own variables and those of the page.
 */
export function findElements(): void {
  const { computeAccessibleName, computeAccessibleDescription, getRole } = window.__names;

  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
  const isPresented = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"], [inert]');

  const find: Finder = {
    name: (element) => tidy(computeAccessibleName(element)),
    description: (element) => tidy(computeAccessibleDescription(element)),
    text: (element) =>
      tidy(element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')),
    role(element) {
      const role = getRole(element) ?? '';
      const isExplicit = element.hasAttribute('role');
      if (!isExplicit && element.matches('th[scope^="row"]')) return 'rowheader';
      if (!isExplicit && element.matches('section, form') && !find.name(element)) return '';
      return role;
    },
    all: (steps) =>
      steps.reduce<(Element | Document)[]>(take, [document]).filter((x) => x instanceof Element),
    one(steps) {
      const found = find.all(steps);
      const [only] = found;
      if (only && found.length === 1) return only;
      const error = new Error(`${found.length} elements are ${tell(steps)}${nearby(steps, found)}`);
      error.name = 'NotReady';
      throw error;
    },
  };
  window.__find = find;

  function take(from: (Element | Document)[], step: Step): (Element | Document)[] {
    if (step.by === 'nth') return from.slice(step.index, step.index + 1);
    const selector = step.by === 'css' ? step.selector : '*';
    const inside = new Set(from.flatMap((x) => within(x, selector)));
    return [...inside].filter((element) => step.by === 'css' || fits(element, step));
  }

  /** Like `querySelectorAll`, but also searches the open shadow roots below `root`. */
  function within(root: Element | Document | ShadowRoot, selector: string): Element[] {
    const own = root instanceof Element && root.shadowRoot ? within(root.shadowRoot, selector) : [];
    const hosts = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return [
      ...own,
      ...root.querySelectorAll(selector),
      ...hosts.flatMap((x) => within(x, selector)),
    ];
  }

  function fits(element: Element, step: Step & { by: 'role' }): boolean {
    if (find.role(element) !== step.role) return false;
    if (!isPresented(element)) return false;
    if (step.name === undefined) return true;
    const name = find.name(element);
    const wanted = step.name;
    return typeof wanted === 'string'
      ? name === wanted
      : new RegExp(wanted.source, wanted.flags).test(name);
  }

  function tell(steps: Step[]): string {
    const said = steps.map((step) => {
      if (step.by === 'nth') return `number ${step.index}`;
      if (step.by === 'css') return `"${step.selector}"`;
      const name = typeof step.name === 'object' ? `/${step.name.source}/` : step.name;
      return [step.role, name].filter(Boolean).join(' ');
    });
    return said.join(' › ');
  }

  function nearby(steps: Step[], found: Element[]): string {
    const last = steps.at(-1);
    const same =
      last?.by === 'role' ? [...steps.slice(0, -1), { by: last.by, role: last.role }] : [];
    const near = found.length > 0 ? found : find.all(same);
    const names = near.slice(0, 12).map((element) => `"${find.name(element)}"`);
    if (found.length > 0) return `: ${names.join(', ')}`;
    return names.length > 0 ? `; of that role there are ${names.join(', ')}` : '';
  }
}
