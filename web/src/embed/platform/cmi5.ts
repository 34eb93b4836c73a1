// SPDX-License-Identifier: MIT
// The cmi5 adapter. cmi5 uses an xAPI statement store, whose endpoint and token URL are in the URL of this page.
import Cmi5 from '@xapi/cmi5';
import { MASTERY } from '../../platforms/standards.ts';
import type { Begun, Platform } from './platform.ts';
import type { Report } from './record.ts';

export { attend } from './session.ts';

const STATE = 'attention-lab';

/** The data that the store keeps for a registration (a learner's enrolment) across sessions. */
interface Kept {
  readonly text: string;
  /** Names of the statements that were sent. Each may be sent only once per registration. */
  readonly sent: readonly string[];
}

const NOTHING: Kept = { text: '', sent: [] };

const isMissing = (error: unknown): boolean =>
  (error as { response?: { status?: number } }).response?.status === 404;

export function createPlatform(): Platform {
  let kept = NOTHING;
  /** The text of the last report, which may not be stored yet. */
  let told = '';
  let isOpen = false;
  /** Settles after the last report. Reports are sent one after another, to keep the order of statements. */
  let last: Promise<unknown> = Promise.resolve();
  const cmi5 = () => Cmi5.instance;
  const xapi = () => {
    const store = cmi5().xapi;
    if (store === null) throw new Error('the session has not begun');
    return store;
  };
  const place = () => {
    const { actor, activityId, registration } = cmi5().getLaunchParameters();
    return { agent: actor, activityId, registration, stateId: STATE };
  };

  async function keep(next: Kept): Promise<void> {
    await xapi().setState({ ...place(), state: { ...next } });
    kept = next;
  }

  async function once(name: string, send: () => Promise<unknown>): Promise<void> {
    if (kept.sent.includes(name)) return;
    await send();
    await keep({ ...kept, sent: [...kept.sent, name] });
  }

  /** Sends the score as a statement that the learner has passed or failed. `scaled` is from 0 to 1. */
  function judge(scaled: number): Promise<unknown> {
    const { masteryScore } = cmi5().getLaunchData();
    const score = { scaled, raw: Math.round(scaled * 100), min: 0, max: 100 };
    return scaled >= (masteryScore ?? MASTERY) ? cmi5().pass(score) : cmi5().fail(score);
  }

  async function send({ text, score, isComplete }: Report): Promise<void> {
    if (!isOpen) throw new Error('the session has not begun, or has ended');
    if (text !== kept.text) await keep({ ...kept, text });
    if (!isComplete) return;
    if (score !== undefined) await once('score', () => judge(score));
    await once('completed', () => cmi5().complete());
  }

  return {
    most: Number.POSITIVE_INFINITY,
    async begin(): Promise<Begun> {
      if (!Cmi5.isCmiAvailable) return { kind: 'none', text: '' };
      await cmi5().initialize();
      isOpen = true;
      const found = await xapi()
        .getState(place())
        .catch((error: unknown) => {
          if (isMissing(error)) return { data: NOTHING };
          throw error;
        });
      kept = { ...NOTHING, ...(found.data as Partial<Kept>) };
      const isKept = cmi5().getLaunchData().launchMode === 'Normal';
      return { kind: isKept ? 'kept' : 'preview', text: kept.text };
    },
    report(report) {
      told = report.text;
      const next = last.then(() => send(report));
      last = next.catch(() => undefined);
      return next;
    },
    async end() {
      if (!isOpen) return;
      isOpen = false;
      const store = xapi();
      const { agent, ...names } = place();
      const { endpoint } = cmi5().getLaunchParameters();
      // When the page closes, the browser aborts requests without `keepalive`, such as those of the library.
      const request = async (method: string, path: string, body: unknown): Promise<void> => {
        const { ok } = await fetch(endpoint.replace(/\/$/, '') + path, {
          method,
          keepalive: true,
          headers: {
            Authorization: `Basic ${cmi5().getAuthToken()}`,
            'Content-Type': 'application/json',
            'X-Experience-API-Version': '1.0.3',
          },
          body: JSON.stringify(body),
        });
        if (!ok) throw new Error('the platform refused the end of the session');
      };
      store.sendStatement = (({ statement }: { statement: unknown }) =>
        request('POST', '/statements', statement)) as unknown as typeof store.sendStatement;
      const where = new URLSearchParams({ ...names, agent: JSON.stringify(agent) });
      const isBehind = told !== '' && told !== kept.text;
      await Promise.all([
        isBehind && request('PUT', `/activities/state?${where}`, { ...kept, text: told }),
        cmi5().terminate(),
      ]);
    },
    leave() {
      const { returnURL } = cmi5().getLaunchData();
      if (returnURL) location.assign(returnURL);
      else close();
    },
  };
}
