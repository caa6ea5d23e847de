import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Provisioned } from '@hundi/core';
import type { OpenedSession } from '@hundi/core/wire';
import type { Caller } from './operations.js';
import { newPerson, type Person } from './person.js';
import type { Victim } from './victim.js';

/** The headers by which each caller comes in. */
export interface Credentials {
  readonly of: (caller: Caller) => Readonly<Record<string, string>>;
  readonly person: Person;
  /** Lets the next person of the demo come into the portal, by its API and by its pages. */
  readonly comeIn: () => Promise<void>;
  readonly partnerKey: string;
  /** The user that no request may name: without it no user could log in any more. */
  readonly spared: ReadonlyArray<string>;
}

const PEOPLE = ['u-admin', 'u-maker', 'u-checker', 'u-erp'];
const EMAILS = ['admin@acme.example', 'maker@acme.example', 'checker@acme.example'];

// Other mails bring codes that confirm changes, or report them.
const CODE = /^[0-9]{6,18}(?= is your code to log in)/;

const call = async <A>(url: string, body?: object): Promise<A> => {
  const response = await fetch(url, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new Error(`${url} answered ${String(response.status)}`);
  return (await response.json()) as A;
};

/** The code of the newest mail that has one. */
const codeFor = async (url: string, email: string): Promise<string> => {
  const { items } = await call<{ items: ReadonlyArray<{ text: string }> }>(
    `${url}/sandbox/v1/mail?to=${encodeURIComponent(email)}`,
  );
  return items.flatMap(({ text }) => CODE.exec(text) ?? [])[0] ?? '';
};

const login = async (url: string, email: string): Promise<string> => {
  const { challengeId } = await call<{ challengeId: string }>(`${url}/portal/v1/login`, { email });
  const code = await codeFor(url, email);
  const { token } = await call<OpenedSession>(`${url}/portal/v1/login/${challengeId}`, { code });
  return token;
};

/** Reads the keys that the service made, and lets people in by their mails. */
export const credentialsOf = async ({ url, dataDir }: Victim): Promise<Credentials> => {
  const { corporates } = JSON.parse(
    await readFile(join(dataDir, 'credentials.json'), 'utf8'),
  ) as Provisioned;
  const partnerKey = corporates['acme']?.apiKeys['erp'] ?? '';
  const secretKey = corporates['acme']?.secretKeys['shop'] ?? '';
  const headers: Record<Caller, Readonly<Record<string, string>>> = {
    partner: { 'x-api-key': partnerKey },
    shop: { authorization: `Bearer ${secretKey}` },
    portal: {},
    browser: {},
  };
  const person = newPerson({ url, codeFor: (email) => codeFor(url, email) });
  let turn = 0;
  return {
    person,
    of: (caller) => headers[caller],
    comeIn: async () => {
      const email = EMAILS[turn % EMAILS.length] ?? '';
      const token = await login(url, email);
      await person.comeIn(email);
      turn += 1;
      headers.portal = { authorization: `Bearer ${token}` };
    },
    partnerKey,
    spared: [...PEOPLE, ...[partnerKey, secretKey].map((key) => key.split('_')[1] ?? '')],
  };
};
