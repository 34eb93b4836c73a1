// SPDX-License-Identifier: MIT
import { BrowserCrash, type PointerStep } from './engine.ts';

/** A client for one session of the WebDriver protocol (HTTP, not BiDi). */
export class Session {
  private constructor(
    private readonly base: string,
    readonly capabilities: Record<string, unknown>,
  ) {}

  static async start(origin: string, capabilities: object): Promise<Session> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const started = await request(`${origin}/session`, 'POST', body);
    const { sessionId, capabilities: given } = started as {
      sessionId: string;
      capabilities: Record<string, unknown>;
    };
    return new Session(`${origin}/session/${sessionId}`, given);
  }

  get = <R>(path: string): Promise<R> => request(this.base + path, 'GET') as Promise<R>;
  post = <R>(path: string, body: object = {}): Promise<R> =>
    request(this.base + path, 'POST', body) as Promise<R>;
  delete = (path = ''): Promise<unknown> => request(this.base + path, 'DELETE');

  /** Calls an asynchronous function in the page. @param source  its source text */
  call<R>(source: string, argument: unknown): Promise<R> {
    const script = `const [argument, done] = arguments; (${source})(argument).then(done);`;
    return this.post('/execute/async', { script, args: [argument] });
  }

  async press(chords: readonly string[]): Promise<void> {
    if (chords.length === 0) return;
    const actions = chords.flatMap((chord) => {
      const keys = chord.split(/\+(?=.)/).map(keyCode);
      const down = keys.map((value) => ({ type: 'keyDown', value }));
      return [...down, ...keys.reverse().map((value) => ({ type: 'keyUp', value }))];
    });
    await this.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async pointer(steps: readonly PointerStep[]): Promise<void> {
    const actions = steps.map((step) => {
      if (step === 'down') return { type: 'pointerDown', button: 0 };
      if (step === 'up') return { type: 'pointerUp', button: 0 };
      const { x, y } = step;
      return { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) };
    });
    const parameters = { pointerType: 'mouse' };
    await this.post('/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters, actions }],
    });
  }
}

async function request(url: string, method: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  if (error === 'invalid session id') throw new BrowserCrash();
  throw new Error(`WebDriver: ${error}: ${message}`);
}

const KEYS: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

function keyCode(key: string): string {
  const code = KEYS[key] ?? ([...key].length === 1 ? key : undefined);
  if (code === undefined) throw new Error(`unknown key "${key}"`);
  return code;
}
