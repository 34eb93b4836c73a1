// SPDX-License-Identifier: MIT
// A learner's session with a lesson on a learning platform. It restores the record of the last session and reports the
// learner's progress. The lesson also works if the platform does not respond.
import { html, nothing } from 'lit';
import { keepGuesses } from '../../device/guesses.ts';
import { forgoStore } from '../../device/store.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { loadFile } from '../../i18n/load-file.ts';
import { lessons } from '../../lessons/registry.ts';
import type { AttentionLabElement } from '../api.ts';
import { settingsFrom } from '../attributes.ts';
import type messages from './messages.en.json';
import type { Begun, Platform } from './platform.ts';
import { EMPTY, goalOf, type LessonRecord, recordIn, reportOf, stepOf } from './record.ts';

const catalogues = import.meta.glob<{ default: Catalogue }>('./messages.*.json');

/** Time limit in ms for the platform to begin the session. Then the lesson opens without the platform. */
const PATIENCE_MS = 15_000;
/** Delay in ms between a change of the state and its report, so that several changes are reported together. */
const DELAY_MS = 2000;

/** `refused`: the platform reported an error or did not respond in time. `ended`: the learner has ended the session. */
type Standing = Begun['kind'] | 'refused' | 'ended';

export interface Session {
  /** Renders the status of the session: the learner's progress, or a notice. */
  render(): unknown;
  /** Calls `onNews` after each change of the status. */
  subscribe(onNews: () => void): void;
}

async function begin(platform: Platform): Promise<{ standing: Standing; text: string }> {
  try {
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
    const { kind, text } = await Promise.race([platform.begin(), late]);
    return { standing: kind, text };
  } catch {
    return { standing: 'refused', text: '' };
  }
}

/** @param lab  the element with the attributes of the lesson, not yet in the page */
export async function attend(
  platform: Platform,
  lab: AttentionLabElement,
  i18n: I18n,
): Promise<Session> {
  const entry = lessons.find(({ id }) => id === lab.lesson);
  if (entry === undefined) throw new Error(`there is no lesson “${lab.lesson}”`);
  const [begun, lesson] = await Promise.all([
    begin(platform),
    entry.load(),
    i18n.addCatalogue('platform', (of) => loadFile(catalogues, `./messages.${of}.json`)),
  ]);
  const t = i18n.translator<typeof messages>('platform');
  const settings = settingsFrom((name) => lab.getAttribute(name), []);
  const goal = goalOf(lesson, settings);
  // With the attribute `steps`, the lesson shows one step at a time, so that each seen step can be recorded.
  if (settings.steps === '' && settings.show !== 'figure') lab.steps = `1-${lesson.steps?.length}`;

  const listeners: (() => void)[] = [];
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let { standing } = begun;
  // If no session has begun, the stored record is unknown. A report would overwrite it, so none is sent.
  const canReport = standing === 'kept';
  let record: LessonRecord = recordIn(begun.text, lesson.id) ?? EMPTY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  forgoStore();
  const guesses = Object.entries(record.answers).map(([id, { guess }]) => [id, guess] as const);
  keepGuesses(lesson.id, new Map(guesses));
  if (record !== EMPTY) lab.setState(record.state);

  const made = () => reportOf(lesson.id, record, goal, platform.most);

  async function report(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!canReport || standing === 'ended') return;
    try {
      await platform.report(made());
      standing = 'kept';
    } catch {
      standing = 'refused';
    }
    tell();
  }

  function change(next: Partial<LessonRecord>, isAtOnce: boolean): void {
    record = { ...record, ...next };
    tell();
    if (isAtOnce) void report();
    else timer ??= setTimeout(report, DELAY_MS);
  }

  function onState(state: string): void {
    const step = stepOf(lesson, state);
    const isNew = !record.seen.includes(step);
    change({ state, ...(isNew ? { seen: [...record.seen, step] } : {}) }, isNew);
  }

  lab.addEventListener('ready', ({ detail }) => onState(detail.state));
  lab.addEventListener('state-change', ({ detail }) => {
    if (detail.change !== 'step') onState(detail.state);
  });
  lab.addEventListener('question-result', ({ detail: { question, guess, right } }) => {
    const isHit = record.answers[question]?.isHit ?? guess === right;
    change({ answers: { ...record.answers, [question]: { guess, isHit } } }, true);
  });

  const reportNow = () => {
    if (timer !== undefined) void report();
  };
  // A phone can close a page in the background without firing `pagehide`.
  document.addEventListener('visibilitychange', reportNow);
  addEventListener('pagehide', () => {
    reportNow();
    platform.end().catch(() => undefined);
  });
  // `pagehide` has ended the session. If the browser restores the page from its cache, a reload begins a new session.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });

  async function leave(): Promise<void> {
    await report();
    if (standing === 'refused') return;
    standing = await platform.end().then(
      () => 'ended',
      () => 'refused',
    );
    tell();
    if (standing === 'ended') platform.leave?.();
  }

  function renderProgress() {
    const { isComplete, seen, answered, hits } = made();
    const questions = goal.questions.length;
    const answers = isComplete
      ? t('hits', { hits, questions })
      : t('answers', { answered, questions });
    return html`
      <span>${t(isComplete ? 'complete' : 'kept')}</span>
      <span>${t('steps', { seen, steps: goal.steps.length })}</span>
      ${questions > 0 ? html`<span>${answers}</span>` : nothing}`;
  }

  return {
    subscribe: (onNews) => void listeners.push(onNews),
    render: () => {
      const canLeave = platform.leave !== undefined && ['kept', 'preview'].includes(standing);
      return html`
        <div class=${standing === 'kept' ? 'single-record' : 'single-record notice'}
          role=${standing === 'kept' ? nothing : 'alert'}>
          <p>${standing === 'kept' ? renderProgress() : t(standing)}</p>
          ${canLeave ? html`<button type="button" @click=${leave}>${t('leave')}</button>` : nothing}
        </div>`;
    },
  };
}
