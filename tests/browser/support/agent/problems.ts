// SPDX-License-Identifier: MIT

/** An error or warning of the page that makes the test fail. */
export interface Problem {
  /**
   * - console: a logged error or warning, or a failed `console.assert`
   * - error, rejection: an uncaught error, an unhandled promise rejection
   * - policy: a violation of the Content Security Policy
   * - request: a failed request
   * - foreign: a request to another origin
   */
  readonly kind: 'console' | 'error' | 'rejection' | 'policy' | 'request' | 'foreign';
  readonly text: string;
}

/** The problem recorder, which exists only in the top-level window. */
export interface Recorder {
  /** All problems since the tab was opened or last cleared, including those of earlier documents. */
  problems(): Problem[];
  clear(): void;
}

declare global {
  interface Window {
    __problems: Recorder;
  }
}

/**
 * Records problems from the page's first script on. The function runs in each page, frame and worker from its source
 * text, so it must not refer to anything outside itself.
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
    // A custom element may dispatch a CustomEvent named "error", which is not an uncaught error.
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
  // Finds requests to other origins even if the page has no Content Security Policy that blocks them.
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
  // Stores the list across navigations. Without problems, nothing is written to sessionStorage.
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
