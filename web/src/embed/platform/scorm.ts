// SPDX-License-Identifier: MIT
// The adapter for SCORM 1.2 and 2004. The platform provides the SCORM functions in a parent window or in the opener of
// this page. The functions are synchronous, so a report is stored before the page can be closed.
import { scorm } from '@gamestdio/scorm';
import type { Standard } from '../../platforms/standards.ts';
import type { Begun, Platform } from './platform.ts';
import type { Report } from './record.ts';

export { attend } from './session.ts';

type Values = Readonly<Record<string, string | number>>;

interface Version {
  readonly version: '1.2' | '2004';
  readonly most: number;
  readonly mode: string;
  readonly exit: string;
  readonly status: string;
  readonly values: (report: Report, seconds: number) => Values;
}

const RECORD = 'cmi.suspend_data';

const percent = (share: number): number => Math.round(share * 10_000) / 100;

const scores = (place: string, score: number | undefined): Values =>
  score === undefined
    ? {}
    : { [`${place}.min`]: 0, [`${place}.max`]: 100, [`${place}.raw`]: percent(score) };

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a duration for SCORM 1.2: hours, minutes, seconds, as in "0001:02:03". */
const clock = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(two)
    .join(':')
    .padStart(10, '0');

const OLD: Version = {
  version: '1.2',
  most: 4096,
  mode: 'cmi.core.lesson_mode',
  exit: 'cmi.core.exit',
  status: 'cmi.core.lesson_status',
  values: ({ score }, seconds) => ({
    ...scores('cmi.core.score', score),
    'cmi.core.session_time': clock(seconds),
  }),
};

const NEW: Version = {
  version: '2004',
  most: 64_000,
  mode: 'cmi.mode',
  exit: 'cmi.exit',
  status: 'cmi.completion_status',
  values: ({ score, progress }, seconds) => ({
    ...scores('cmi.score', score),
    ...(score === undefined ? {} : { 'cmi.score.scaled': score.toFixed(4) }),
    'cmi.progress_measure': progress.toFixed(4),
    'cmi.session_time': `PT${seconds}S`,
  }),
};

export function createPlatform(standard: Standard): Platform {
  const { version, most, mode, exit, status, values } = standard === 'scorm12' ? OLD : NEW;
  const begun = performance.now();

  function set(all: Values): void {
    for (const [name, value] of Object.entries(all))
      if (!scorm.set(name, String(value))) throw new Error(`the platform refused ${name}`);
    if (!scorm.commit()) throw new Error('the platform kept nothing');
  }

  /** Finds the platform and begins the session. False if that fails, for example at a window of another origin. */
  function open(): boolean {
    try {
      scorm.configure({ version, handleCompletionStatus: true });
      return scorm.initialize();
    } catch {
      return false;
    }
  }

  return {
    most,
    async begin(): Promise<Begun> {
      if (!open()) {
        // The library reports no error if it has found no platform.
        if (scorm.getLastError() === 0) return { kind: 'none', text: '' };
        throw new Error('the platform refused to begin');
      }
      const text = scorm.get(RECORD);
      if (['browse', 'review'].includes(scorm.get(mode))) return { kind: 'preview', text };
      // With the exit value "suspend", the platform keeps the answers for the next session, even after completion.
      set({ [exit]: 'suspend' });
      return { kind: 'kept', text };
    },
    async report(report) {
      const seconds = Math.round((performance.now() - begun) / 1000);
      // A status such as "passed", which the platform derives from the score, must not be overwritten.
      const isNew = report.isComplete && scorm.status() === 'incomplete';
      set({
        ...values(report, seconds),
        [RECORD]: report.text,
        ...(isNew ? { [status]: 'completed' } : {}),
      });
    },
    async end() {
      scorm.terminate();
    },
  };
}
