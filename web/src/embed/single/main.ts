// SPDX-License-Identifier: MIT
// The entry module of a single HTML file with one or all lessons. The file must work when it is opened from a disk,
// uploaded to a platform, or shown in a frame with an opaque origin.
import { createI18n } from '../../i18n/i18n.ts';
import { languageAmong } from '../attributes.ts';
import { AttentionLab, defineAttentionLab } from '../element.ts';
import { reportWhereAsked } from '../frame-reports.ts';
import { tellHeight } from '../tell-height.ts';
import { LESSONS, WASM } from './parts.ts';
import { SinglePage } from './single-page.ts';
import { unpack } from './unpack.ts';

async function show(): Promise<void> {
  const asked = new URLSearchParams(location.search).get('lang');
  const [wasm, i18n] = await Promise.all([
    unpack(WASM).arrayBuffer(),
    createI18n(languageAmong([asked, ...navigator.languages])),
  ]);
  AttentionLab.engine = { wasm };
  defineAttentionLab();
  const lab = new AttentionLab();
  const ids = document.querySelector<HTMLMetaElement>(`meta[name="${LESSONS}"]`)?.content ?? '';
  const page = new SinglePage(i18n, ids.split(','), lab);
  tellHeight(lab, page);
  reportWhereAsked(lab);
  document.body.append(page);
}

void show();
