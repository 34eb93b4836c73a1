// SPDX-License-Identifier: MIT
// The entry module of a single HTML file with one or all lessons. The file must work if it is opened from a disk,
// uploaded to a learning platform, or shown in a frame with an opaque origin.
import { createI18n, type I18n } from '../../i18n/i18n.ts';
import { LESSON, SETTINGS, STANDARD, type Standard } from '../../platforms/standards.ts';
import { languageAmong } from '../attributes.ts';
import { AttentionLab, defineAttentionLab } from '../element.ts';
import { settingsIn } from '../frame-place.ts';
import { reportWhereAsked } from '../frame-reports.ts';
import type { Session } from '../platform/session.ts';
import { tellHeight } from '../tell-height.ts';
import { LESSONS, WASM } from './parts.ts';
import { SinglePage } from './single-page.ts';
import { unpack } from './unpack.ts';

const meta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

const ids = (meta(LESSONS) ?? '').split(',');
// In a package for a learning platform, the teacher has chosen the settings, and the URL cannot change them.
const search = meta(SETTINGS) ?? location.search;
const settings = new URLSearchParams(search);

/** Begins a session on the learning platform. Undefined if the file is not in a package for one. */
async function attend(lab: AttentionLab, i18n: I18n): Promise<Session | undefined> {
  const standard = meta(STANDARD) as Standard | undefined;
  if (standard === undefined) return undefined;
  const asked = new URLSearchParams(location.search).get(LESSON);
  lab.lesson = ids.find((id) => id === asked) ?? ids[0] ?? '';
  lab.state = settings.get('state') ?? '';
  // A package contains only one of these modules.
  const platforms = await (standard === 'cmi5'
    ? import('../platform/cmi5.ts')
    : import('../platform/scorm.ts'));
  return platforms.attend(platforms.createPlatform(standard), lab, i18n);
}

async function show(): Promise<void> {
  const [wasm, i18n] = await Promise.all([
    unpack(WASM).arrayBuffer(),
    createI18n(languageAmong([settings.get('lang'), ...navigator.languages])),
  ]);
  AttentionLab.engine = { wasm };
  defineAttentionLab();
  const lab = new AttentionLab();
  for (const [name, value] of Object.entries(settingsIn({ search })))
    if (value !== null) lab.setAttribute(name, value);
  const session = await attend(lab, i18n);
  const page = new SinglePage(i18n, session ? [lab.lesson] : ids, lab, session);
  tellHeight(lab, page);
  reportWhereAsked(lab);
  document.body.append(page);
}

void show();
