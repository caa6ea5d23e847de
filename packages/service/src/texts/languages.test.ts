import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { E, ProvisionDocument } from '@hundi/core';
import { demoDocument, memoryBooks, sandboxBank } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import Koa from 'koa';
import { routes } from '../http/routes.js';
import { sandboxPageRoutes } from '../sandbox/sandbox-page-routes.js';
import { FAULTS } from '../sandbox/sandbox-page.js';
import { demoPeople } from '../start/demo-people.js';
import { startRoutes, type StartParts } from '../start/start-routes.js';
import { ENGLISH } from './english.js';
import { TEXTS } from './texts.js';

const NOW = Date.UTC(2026, 10, 27);
const clock = { now: () => NOW };
const decoded = ProvisionDocument.decode(demoDocument());
if (E.isLeft(decoded)) throw new Error('the demo document does not decode');
const document = decoded.right;

const start = (parts: Partial<StartParts> = {}) =>
  startRoutes({
    publicUrl: () => 'http://127.0.0.1',
    callers: () => E.right(undefined),
    docs: true,
    portal: true,
    demo: {
      links: async (kind) => (kind === 'card' ? E.left('Refused') : E.right('http://127.0.0.1/x')),
      people: demoPeople(document),
      firstCall: () => '',
    },
    ...parts,
  });

const sandbox = async () => {
  const bank = sandboxBank({ books: memoryBooks(), clock });
  await bank.openAccounts([{ accountNumber: '50200011112222', balance: 100 }]);
  const mail = { id: '1', to: 'a@b.example', subject: '7', text: '7', sentAt: NOW };
  return routes(
    sandboxPageRoutes({
      publicUrl: () => 'http://127.0.0.1',
      callers: () => E.right(undefined),
      clock,
      timeline: { runDue: async () => undefined, advance: async () => undefined },
      mails: async (to) => (to === undefined ? [mail] : []),
      bank,
      document,
    }),
  );
};

/** Serves the pages of a sandbox; answers with a page, and where it leads, in a language that was chosen or not. */
const served = async (t: ExecutionContext, startPage = start()) => {
  const app = new Koa().use(startPage).use(await sandbox());
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return async (path: string, language?: string, method = 'GET') => {
    const headers = language === undefined ? undefined : { cookie: `hundi-language=${language}` };
    return fetch(url + path, { method, redirect: 'manual', ...(headers && { headers }) });
  };
};

/** What a page says, but commands, data and names of languages. */
const saidOn = (html: string): string =>
  html
    .replaceAll(/<(script|style|pre|code|bdi)\b[^>]*>[^]*?<\/\1>/g, ' ')
    .replaceAll(/<(\w+)[^>]* lang="[a-z-]+"[^>]*>[^<]*<\/\1>/g, ' ')
    .replace(/<title>|<table>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ');

const TERMS = new Set(
  'Hundi API OTP CVC UTR Docker Compose Acme Traders Sharma Steel Globex Exports Refused openapi json'.split(
    ' ',
  ),
);

const englishIn = (text: string): ReadonlyArray<string> =>
  (text.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !TERMS.has(word));

const USERS = new Set(demoPeople(document).map(({ username }) => username));

const PAGES = [
  ['/', 'GET'],
  ['/?make=payout', 'POST'],
  ['/?make=card', 'POST'],
  ['/sandbox', 'GET'],
  ['/sandbox?to=nobody@b.example&moved', 'GET'],
  ...FAULTS.map((kind) => [`/sandbox?armed=${kind}`, 'GET'] as const),
] as const;

test('the pages of a sandbox are in one language', async (t) => {
  const outside = start({ callers: () => E.left({ kind: 'absent' } as never) });
  for (const get of [await served(t), await served(t, outside)])
    for (const [path, method] of PAGES) {
      const [english, hindi] = await Promise.all(
        ['en', 'hi'].map(async (language) => {
          const answer = await get(path, language, method);
          if (answer.status === 404) return '';
          t.is(answer.headers.get('content-language'), language, path);
          t.is(answer.headers.get('vary'), 'Accept-Language, Cookie');
          return saidOn(await answer.text());
        }),
      );
      t.notRegex(english ?? '', /[\u0900-\u097f]/, path);
      t.deepEqual(
        englishIn(hindi ?? '').filter((word) => !USERS.has(word)),
        [],
        path,
      );
    }
});

test('a language chosen at the foot is kept, and the same page comes in it', async (t) => {
  const get = await served(t);
  const chosen = await get('/sandbox?to=a&language=hi');
  t.deepEqual([chosen.status, chosen.headers.get('location')], [303, '/sandbox?to=a']);
  t.regex(chosen.headers.get('set-cookie') ?? '', /^hundi-language=hi; Path=\/; Max-Age=31536000/);
  t.regex(await (await get('/', 'en')).text(), /<a href="\?language=hi" lang="hi"/);
});

/** The texts of a language, each with its path. */
const textsIn = (node: unknown, path = ''): ReadonlyArray<readonly [string, string]> => {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function')
    return [[path, String((node as (...of: unknown[]) => unknown)('7', '7'))]];
  return Object.entries(node as object).flatMap(([key, one]) => textsIn(one, `${path}.${key}`));
};

test('each language of a sandbox fills the same places', (t) => {
  const english = new Map(textsIn(ENGLISH));
  for (const texts of Object.values(TEXTS))
    for (const [path, text] of textsIn(texts))
      t.is(text.includes('{}'), english.get(path)?.includes('{}') ?? false, path);
});
