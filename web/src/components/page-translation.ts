// SPDX-License-Identifier: MIT
// Keeps Lit's updates working in a page that a browser or an extension translates. Translators move text nodes into
// font elements, or replace them by font elements. Lit would then write to a font element instead of the text node, and
// insert content before a text node that no longer exists.
import { isServer, noChange, nothing, render } from 'lit';

/**
 * Lit's internal object for an expression in a template. Its property names are the same in all production builds of
 * Lit, because Lit's own packages share them. They differ in the development build.
 */
interface ChildPart {
  /** The node before the rendered content. */
  readonly _$AA: ChildNode;
  /** The node after the rendered content; null at the end of the parent. */
  _$AB: ChildNode | null;
  /** The rendered value. */
  readonly _$AH: unknown;
  /** Sets and renders the value. */
  _$AI(value: unknown, ...rest: unknown[]): void;
}

const isText = (node: Node | null): boolean => node?.nodeType === 3;
const isPrimitive = (value: unknown): boolean =>
  value === null || !['object', 'function'].includes(typeof value);

function keepLive(part: ChildPart): void {
  const setValue = part._$AI;
  part._$AI = function (this: ChildPart, value, ...rest) {
    const { _$AA: start, _$AB: end, _$AH: shown } = this;
    if (shown === nothing) {
      // A translator may later replace a text node. So a comment node, which stays, marks the end of the content.
      if (end && isText(end)) {
        this._$AB = document.createComment('');
        end.before(this._$AB);
      }
    } else if (value !== shown && value !== noChange && isPrimitive(shown)) {
      if (!isText(start.nextSibling) || start.nextSibling?.nextSibling !== end) {
        while (start.nextSibling && start.nextSibling !== end) start.nextSibling.remove();
        start.after(String(shown));
      }
    }
    return setValue.call(this, value, ...rest);
  };
}

if (!isServer) {
  const part = render(nothing, document.createDocumentFragment());
  const prototype: ChildPart = Object.getPrototypeOf(part);
  if ('_$AI' in prototype) keepLive(prototype);
}
