// SPDX-License-Identifier: MIT
// The manifest of a package: the file that a learning platform reads first. It lists the lessons with titles and URLs.
import { LESSON, MASTERY, type Standard } from './standards.ts';

export interface PackedLesson {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

export interface Contents {
  readonly standard: Standard;
  /** The language of the titles and of the lessons. */
  readonly language: string;
  readonly title: string;
  readonly lessons: readonly PackedLesson[];
}

export const PAGE = 'index.html';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const xml = (text: string): string => text.replace(/[&<"]/g, (found) => ESCAPES[found] ?? '');

/** The query of a lesson's URL. Empty if the page has only one lesson. */
const queryOf = ({ lessons }: Contents, { id }: PackedLesson): string =>
  lessons.length > 1 ? `?${LESSON}=${id}` : '';

const nameOf = ({ lessons, language }: Contents): string =>
  `${lessons.length > 1 ? 'course' : lessons[0]?.id}-${language}`;

/** Each lesson is an item with the same page, because a platform stores a score and a state for each item. */
function scorm(contents: Contents, isOld: boolean): string {
  const { title, lessons } = contents;
  const namespaces = isOld
    ? [
        'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"',
        'xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
      ]
    : [
        'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"',
        'xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"',
        'xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
      ];
  // Without these elements, a SCORM 2004 platform sets missing results, so that learners without a score pass.
  const byPage = `
        <imsss:sequencing>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true" />
        </imsss:sequencing>`;
  const free = `
      <imsss:sequencing><imsss:controlMode choice="true" flow="true" /></imsss:sequencing>`;
  const items = lessons.map((lesson) => {
    const query = queryOf(contents, lesson);
    const parameters = query && ` parameters="${query}"`;
    return `
      <item identifier="item-${lesson.id}" identifierref="page"${parameters}>
        <title>${xml(lesson.title)}</title>${isOld ? '' : byPage}
      </item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="attention-lab-${nameOf(contents)}" version="1.0" ${namespaces.join(' ')}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${isOld ? '1.2' : '2004 4th Edition'}</schemaversion>
  </metadata>
  <organizations default="lessons">
    <organization identifier="lessons">
      <title>${xml(title)}</title>${items.join('')}${isOld ? '' : free}
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:${isOld ? 'scormtype' : 'scormType'}="sco" href="${PAGE}">
      <file href="${PAGE}" />
    </resource>
  </resources>
</manifest>
`;
}

function cmi5(contents: Contents): string {
  const { language, title, lessons } = contents;
  const id = `urn:attention-lab:${nameOf(contents)}`;
  const text = (name: string, value: string) =>
    `<${name}><langstring lang="${language}">${xml(value)}</langstring></${name}>`;
  const units = lessons.map(
    (lesson) => `
  <au id="${id}:${lesson.id}" moveOn="Completed" masteryScore="${MASTERY}">
    ${text('title', lesson.title)}
    ${text('description', lesson.summary)}
    <url>${PAGE}${queryOf(contents, lesson)}</url>
  </au>`,
  );
  const about = lessons.map((lesson) => lesson.summary).join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${id}">
    ${text('title', title)}
    ${text('description', about)}
  </course>${units.join('')}
</courseStructure>
`;
}

export const manifestOf = (contents: Contents): readonly [name: string, text: string] =>
  contents.standard === 'cmi5'
    ? ['cmi5.xml', cmi5(contents)]
    : ['imsmanifest.xml', scorm(contents, contents.standard === 'scorm12')];
