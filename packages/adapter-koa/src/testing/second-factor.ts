import type { Storage } from '@hundi/core';
import type { ConfirmedFactor, EnrolledFactor } from '@hundi/core/wire';
import { codeOfApp, demoDocument, fakePasskey } from '@hundi/testkit';
import type { ExecutionContext } from 'ava';
import { comeIn } from './portal.js';
import { serve, type Served } from './serve.js';

const MAKER = 'maker@acme.example';
const HALF_MINUTE = 30_000;

/** Serves a corporate whose makers give a second factor on the hosted page. */
export const serveHosted = (
  t: ExecutionContext,
  storage: Storage,
  hosted: 'any' | 'passkey',
): Promise<Served> =>
  serve(
    t,
    storage,
    {},
    { document: demoDocument({ secondFactor: { login: 'none', approval: 'none', hosted } }) },
  );

/** The authenticator app of the maker. */
interface MakersApp {
  /** The code of this half minute. */
  readonly code: () => string;
  readonly recoveryCodes: ReadonlyArray<string>;
}

/** Enrols an app of the maker, and waits until its next code. */
export const enrolApp = async (served: Served): Promise<MakersApp> => {
  const { clock } = served.sandbox;
  const maker = await comeIn(served, MAKER);
  const enrolled = await maker.post<EnrolledFactor>('/factors', { kind: 'totp', name: 'Phone' });
  const { factorId, uri = '' } = enrolled.json;
  const code = (): string => codeOfApp(uri, clock.now());
  const path = `/factors/${factorId}/confirm`;
  const confirmed = await maker.post<ConfirmedFactor>(path, { code: code() });
  clock.advance(HALF_MINUTE);
  return { code, recoveryCodes: confirmed.json.recoveryCodes ?? [] };
};

/** Enrols a passkey of the maker, who has no other factor; answers to challenges. */
export const enrolPasskey = async (served: Served): Promise<(challenge: string) => object> => {
  const maker = await comeIn(served, MAKER);
  const device = fakePasskey('key-1');
  const enrolled = await maker.post<EnrolledFactor>('/factors', { kind: 'passkey', name: 'Key' });
  const { factorId, options } = enrolled.json;
  const { challenge } = options as { readonly challenge: string };
  await maker.post(`/factors/${factorId}/confirm`, { response: device.create(challenge) });
  return device.answer;
};
