// SPDX-License-Identifier: MIT

/** Something that makes a page unclean. */
export interface Problem {
  /**
   * console: an error, warning or failed assertion · error, rejection: nobody caught it ·
   * policy: a Content-Security-Policy report · request: failed · foreign: to another origin
   */
  readonly kind: 'console' | 'error' | 'rejection' | 'policy' | 'request' | 'foreign';
  readonly text: string;
}

/** What the recorder leaves for the harness in the top page. */
export interface Recorder {
  /** Everything since the page was opened or last cleared, across navigations. */
  problems(): Problem[];
  clear(): void;
}

declare global {
  interface Window {
    __problems: Recorder;
  }
}

/**
 * Records problems from the first script on. Runs in pages, frames and workers; must not refer to
 * anything outside itself, as its text is what is sent.
 */
export function recordProblems(): void {
  const NAME = '__harness_problems';
  const isWorker = typeof document === 'undefined';
  const isTop = !isWorker && window.top === window;
  const channel = new BroadcastChannel(NAME);
  const found: Problem[] = [];

  const report = (kind: Problem['kind'], text: string) => {
    if (isTop) found.push({ kind, text });
    else if (isWorker) channel.postMessage({ kind, text });
    else window.top?.postMessage({ [NAME]: { kind, text } }, '*');
  };
  const describe = (thing: unknown) => {
    if (thing instanceof Error)
      return thing.stack?.includes(thing.message) ? thing.stack : `${thing}`;
    if (typeof thing !== 'object' || thing === null) return String(thing);
    try {
      return JSON.stringify(thing);
    } catch {
      return String(thing);
    }
  };

  for (const level of ['error', 'warn'] as const) {
    const say = console[level];
    console[level] = (...things: unknown[]) => {
      report('console', `${level}: ${things.map(describe).join(' ')}`);
      say.apply(console, things);
    };
  }
  const assert = console.assert;
  console.assert = (holds?: boolean, ...things: unknown[]) => {
    if (!holds) report('console', `assert: ${things.map(describe).join(' ')}`);
    assert.apply(console, [holds, ...things] as Parameters<typeof assert>);
  };

  const onError = (event: Event) => {
    const from = event.target;
    // A component may call an event of its own so.
    if (event instanceof CustomEvent) return;
    if (!isWorker && from instanceof Element) {
      const url = from.getAttribute('src') ?? from.getAttribute('href');
      report('request', `<${from.localName}> could not load ${url}`);
    } else if (event instanceof ErrorEvent) {
      report('error', `${event.message} (${event.filename}:${event.lineno})`);
    }
  };
  addEventListener('error', onError, true);
  addEventListener('unhandledrejection', (event) => report('rejection', describe(event.reason)));
  addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
    report('policy', `${effectiveDirective} stops ${blockedURI} (${sourceFile}:${lineNumber})`);
  });
  // Seen where a page has no policy that would have stopped them.
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      const { protocol, origin } = new URL(name, location.href);
      if (protocol.startsWith('http') && origin !== location.origin) report('foreign', name);
    }
  }).observe({ type: 'resource', buffered: true });

  if (!isTop) return;
  channel.onmessage = ({ data }) => found.push(data);
  addEventListener('message', ({ data }) => {
    if (data?.[NAME]) found.push(data[NAME]);
  });
  // A page's list outlives it in the tab's own storage, which stays untouched while all is well.
  addEventListener('pagehide', () => {
    if (found.length > 0) sessionStorage.setItem(NAME, JSON.stringify(found.splice(0)));
  });
  const restore = () => {
    const kept = sessionStorage.getItem(NAME);
    if (kept === null) return;
    sessionStorage.removeItem(NAME);
    found.unshift(...JSON.parse(kept));
  };
  restore();
  addEventListener('pageshow', restore);
  window.__problems = {
    problems: () => [...found],
    clear: () => {
      found.length = 0;
    },
  };
}
