// SPDX-License-Identifier: MIT
import { ANY_RENDERERS } from '@myst-theme/anywidget';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { mdast } = await (await fetch(`${location.pathname.replace(/\/$/, '')}.json`)).json();
const nodes = mdast.children.flatMap(({ children = [] }) => children);
const root = createRoot(document.body.appendChild(document.createElement('main')));
root.render(
  nodes
    .filter(({ type }) => type === 'anywidget')
    .map((node) => createElement(ANY_RENDERERS.anywidget, { node, key: node.key })),
);
