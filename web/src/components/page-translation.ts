// SPDX-License-Identifier: MIT
// Keeps Lit's text updates working in a page that a browser or an extension translates. Translators move each text node
// into font elements, or replace it by them. Lit would then write to a font element instead of its text node. It would
// also insert and remove nodes before a static text that no longer exists.
import { isServer, noChange, nothing, render } from 'lit';

/**
 * The part of Lit that renders an expression between two nodes. These names are the same in each build of Lit for
 * production, because Lit's own packages share them. The build for development has other names.
 */
interface ChildPart {
  /** The node before the content. */
  readonly _$AA: ChildNode;
  /** The node after the content; null at the end of the parent. */
  _$AB: ChildNode | null;
  /** The rendered value. */
  readonly _$AH: unknown;
  /** Renders a value. */
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
      // Translators do not replace comment nodes, so the end of the content is marked by a comment, not by a text node.
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
