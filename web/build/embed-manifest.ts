// SPDX-License-Identifier: MIT
// Generates custom-elements.json, which describes the custom element to editors and documentation tools. The format is
// documented at custom-elements-manifest.open-wc.org.
import ts from 'typescript';

/** The parts and custom properties of the element that a host page can style, from `web/src/embed/styling.json`. */
export interface Styling {
  readonly parts: Readonly<Record<string, string>>;
  readonly colors: Readonly<Record<string, string>>;
  readonly sizes: Readonly<Record<string, { syntax: string; description: string }>>;
}

const MODULE = 'attention-lab.js';
const CLASS = { name: 'AttentionLab', module: MODULE };
const DEFINE = { name: 'defineAttentionLab', module: MODULE };

/**
 * Generates custom-elements.json from the TypeScript source of the element's interface.
 * @param api  the text of `web/src/embed/api.ts`
 * @throws Error if `api` lacks an interface, a comment or a type that the manifest needs
 */
export function embedManifest(api: string, { parts, colors, sizes }: Styling): object {
  const file = ts.createSourceFile('api.ts', api, ts.ScriptTarget.Latest, true);
  const membersOf = (name: string): readonly ts.TypeElement[] => {
    const found = file.statements.filter(ts.isInterfaceDeclaration);
    const members = found.find((one) => one.name.text === name)?.members;
    if (!members) throw new Error(`api.ts has no interface ${name}`);
    return [...members];
  };
  const declared = (name: string): ts.Node | undefined =>
    file.statements.find(
      (one) =>
        (ts.isInterfaceDeclaration(one) || ts.isFunctionDeclaration(one)) &&
        one.name?.text === name,
    );

  const members = membersOf('AttentionLabElement').filter(
    (member) => nameOf(member) !== 'addEventListener',
  );
  const fields = members.filter(ts.isPropertySignature).map((member) => {
    const name = nameOf(member);
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const description = commentOf(member);
    return { kind: 'field', name, description, type: typeOf(member), attribute, reflects: true };
  });
  const methods = members.filter(ts.isMethodSignature).map((member) => ({
    kind: 'method',
    name: nameOf(member),
    description: commentOf(member),
    parameters: member.parameters.map((one) => ({ name: nameOf(one), type: typeOf(one) })),
    return: { type: typeOf(member) },
  }));
  const attributes = membersOf('AttentionLabAttributes').map((member) => {
    const name = nameOf(member);
    const field = fields.find(({ attribute }) => attribute === name);
    const description = field?.description ?? commentOf(member);
    return { name, description, type: typeOf(member), fieldName: field?.name ?? name };
  });
  const events = membersOf('LabEvents').map((member) => {
    const { text } = typeOf(member);
    const type = { text: `CustomEvent<${text}>` };
    return { name: nameOf(member), type, description: commentOf(declared(text)) };
  });
  const listed = (table: Styling['parts']) =>
    Object.entries(table).map(([name, description]) => ({ name, description }));

  const declaration = {
    kind: 'class',
    name: CLASS.name,
    customElement: true,
    tagName: 'attention-lab',
    description: commentOf(declared('AttentionLabElement')),
    superclass: { name: 'HTMLElement' },
    attributes,
    members: [...fields, ...methods],
    events,
    slots: [
      { name: '', description: 'Shown until the lesson is loaded, or if it cannot be loaded.' },
    ],
    cssProperties: [
      ...listed(colors).map((color) => ({ ...color, syntax: '<color>' })),
      ...Object.entries(sizes).map(([name, size]) => ({ name, ...size })),
    ],
    cssParts: listed(parts),
  };
  const define = {
    kind: 'function',
    name: DEFINE.name,
    description: commentOf(declared(DEFINE.name)),
  };
  const exports = [
    ...[CLASS, DEFINE].map((one) => ({ kind: 'js', name: one.name, declaration: one })),
    { kind: 'custom-element-definition', name: 'attention-lab', declaration: CLASS },
  ];
  const module = { kind: 'javascript-module', path: MODULE, declarations: [declaration, define] };
  return { schemaVersion: '1.0.0', modules: [{ ...module, exports }] };
}

type Typed = ts.Node & {
  readonly type?: ts.TypeNode | undefined;
  readonly name?: ts.Node | undefined;
};

const nameOf = ({ name }: Typed): string => name?.getText().replaceAll("'", '') ?? '';

function typeOf(node: Typed): { text: string } {
  if (!node.type) throw new Error(`api.ts: ${nameOf(node)} has no type`);
  return { text: node.type.getText() };
}

/** The text of the last JSDoc comment before a node, on one line. */
function commentOf(node: ts.Node | undefined): string {
  const comments = node ? ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc) : [];
  const text = ts.getTextOfJSDocComment(comments.at(-1)?.comment);
  if (!text) throw new Error(`api.ts: no comment at ${node?.getText()}`);
  return text.replace(/\s+/g, ' ');
}
