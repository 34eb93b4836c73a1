// SPDX-License-Identifier: MIT
// A fake statement store (xAPI) of a learning platform with cmi5. It records statements and refuses those that xAPI
// forbids.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import validate from '@learninglocker/xapi-validation';

/** The properties of an xAPI statement that the tests read. */
export interface Statement {
  readonly id: string;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result?: {
    readonly score?: Record<string, number>;
    readonly success?: boolean;
    readonly completion?: boolean;
    readonly duration?: string;
  };
  readonly context: {
    readonly registration: string;
    readonly extensions: Record<string, unknown>;
    readonly contextActivities: Record<string, readonly { readonly id: string }[]>;
  };
}

export interface StatementStore {
  readonly statements: Statement[];
  /** The refused requests, each with the reason. */
  readonly refused: string[];
  /** If true, the store answers every request with the status 500. */
  isBroken: boolean;
  /** Responses to requests that change a document wait for this promise. */
  held: Promise<void> | undefined;
  /** The address of `page` with the launch parameters of cmi5. */
  launch(page: string, registration: string, returnURL: string): string;
  close(): Promise<void>;
}

const KEY = 'dGVzdDprZXk=';
const ACTIVITY = 'https://platform.example/activity/7';
const SESSION = 'https://w3id.org/xapi/cmi5/context/extensions/sessionid';
const ACTOR = { objectType: 'Agent', account: { homePage: 'https://platform.example', name: '5' } };

const ALLOWED = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, PUT, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Experience-API-Version',
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

export async function openStore(): Promise<StatementStore> {
  const documents = new Map<string, string>();
  const statements: Statement[] = [];
  const refused: string[] = [];
  const tokens = new Set<string>();
  let sessions = 0;

  function answer(
    request: IncomingMessage,
    url: URL,
    body: string,
  ): [status: number, body: unknown] {
    const { method = '', headers } = request;
    if (method === 'OPTIONS') return [204, ''];
    if (store.isBroken) return [500, 'broken'];
    if (url.pathname === '/fetch') {
      // In cmi5, the fetch URL can be used only once.
      if (method !== 'POST' || !tokens.delete(url.search)) return [400, 'no such token'];
      return [200, { 'auth-token': KEY }];
    }
    if (headers.authorization !== `Basic ${KEY}`) return [401, 'no key'];
    if (!headers['x-experience-api-version']?.toString().startsWith('1.0'))
      return [400, 'no version'];
    switch (url.pathname) {
      case '/xapi/agents/profile':
        return [200, { languagePreference: 'en' }];
      case '/xapi/activities/state': {
        const place = ['activityId', 'agent', 'registration', 'stateId'].map((name) =>
          url.searchParams.get(name),
        );
        if (place.includes(null)) return [400, `no place: ${url.search}`];
        if (method !== 'GET') documents.set(place.join(), body);
        const found = documents.get(place.join());
        if (method !== 'GET') return [204, ''];
        return found === undefined ? [404, 'no document'] : [200, JSON.parse(found)];
      }
      case '/xapi/statements': {
        const statement = JSON.parse(body);
        const warnings = validate(statement);
        if (warnings.length > 0) return [400, JSON.stringify(warnings)];
        statements.push(statement);
        return [200, [statement.id]];
      }
      default:
        return [404, 'no such place'];
    }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://any');
    const [status, body] = answer(request, url, await bodyOf(request));
    if (status >= 400) refused.push(`${request.method} ${url.pathname}: ${status} ${body}`);
    const text = body === '' ? '' : JSON.stringify(body);
    if (request.method === 'PUT') await store.held;
    response.writeHead(status, { ...ALLOWED, 'Content-Type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const store: StatementStore = {
    statements,
    refused,
    isBroken: false,
    held: undefined,
    launch(page, registration, returnURL) {
      sessions += 1;
      const token = `?token=${sessions}`;
      tokens.add(token);
      const place = [ACTIVITY, JSON.stringify(ACTOR), registration, 'LMS.LaunchData'];
      const data = {
        contextTemplate: {
          extensions: { [SESSION]: `session ${sessions}` },
          contextActivities: {
            grouping: [{ objectType: 'Activity', id: 'urn:attention-lab:test' }],
          },
        },
        launchMode: 'Normal',
        moveOn: 'Completed',
        masteryScore: 0.5,
        returnURL,
      };
      documents.set(place.join(), JSON.stringify(data));
      const parameters = {
        endpoint: `${origin}/xapi/`,
        fetch: `${origin}/fetch${token}`,
        actor: JSON.stringify(ACTOR),
        registration,
        activityId: ACTIVITY,
      };
      return `${page}?${new URLSearchParams(parameters)}`;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return store;
}
