import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { E } from '@hundi/core';
import test, { type ExecutionContext } from 'ava';
import { allowInsecureRequests, discovery } from 'openid-client';
import { bankLogin, bankSessionOf, type LoginUnderWay, type PersonOf } from './bank-login.js';
import { openBank } from './open-bank.js';

const CLIENT = 'village-bank-portal';
const RETURN = 'https://portal.village-bank.example/return';
const WEAVERS = { bankTenantId: 'village-bank', corporateTenantId: 'weavers' };

const personOf: PersonOf = (sub) => (sub === 'p-17' ? { ...WEAVERS, userId: 'omar' } : undefined);

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const signed = (claims: object, key: KeyObject): string => {
  const body = `${part({ alg: 'ES256', kid: '1' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' });
  return `${body}.${signature.toString('base64url')}`;
};

interface Granted {
  readonly claims: object;
  readonly challenge: string | null;
}

/** An OpenID provider on loopback, with as much as a login takes. */
const provider = async (t: ExecutionContext, signingKey?: KeyObject) => {
  const { publicKey, privateKey } = newKey();
  const granted = new Map<string, Granted>();
  let issuer = '';
  const answer = async (request: IncomingMessage): Promise<object> => {
    const path = request.url ?? '';
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['ES256'],
      };
    if (path === '/keys')
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'ES256' }] };
    const sent = new URLSearchParams(await text(request));
    const grant = granted.get(sent.get('code') ?? '');
    const verifier = createHash('sha256').update(sent.get('code_verifier') ?? '');
    if (grant === undefined || verifier.digest('base64url') !== grant.challenge)
      return { error: 'invalid_grant' };
    const idToken = signed(grant.claims, signingKey ?? privateKey);
    return { access_token: 'unused', token_type: 'Bearer', id_token: idToken };
  };
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      response.statusCode = 'error' in body ? 400 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => server.close());
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  // oxlint-disable-next-line typescript/no-deprecated -- loopback in a test alone: the bank's provider speaks TLS
  const execute = [allowInsecureRequests];
  const client = await discovery(new URL(issuer), CLIENT, undefined, undefined, { execute });
  const login = bankLogin(client, RETURN, personOf);
  /** Logs somebody in at the provider; answers the address to which the browser returns. */
  const logIn = ({ url }: LoginUnderWay, said: object): URL => {
    const asked = url.searchParams;
    const code = randomUUID();
    const now = Math.floor(Date.now() / 1_000);
    const about = { iss: issuer, aud: CLIENT, iat: now, exp: now + 60, auth_time: now };
    const claims = { ...about, nonce: asked.get('nonce'), sub: 'p-17', ...said };
    granted.set(code, { claims, challenge: asked.get('code_challenge') });
    return new URL(
      `${RETURN}?${String(new URLSearchParams({ code, state: asked.get('state') ?? '' }))}`,
    );
  };
  return { login, logIn };
};

const WITH_KEY = { acr: 'urn:village-bank:key', amr: ['pwd', 'hwk'] };

test("a person of the bank's own login comes in with the factors that its ID token says were used", async (t) => {
  const { login, logIn } = await provider(t);
  const begun = await login.begin();
  const session = await login.end(logIn(begun, WITH_KEY), begun);

  t.like(session, { ...WEAVERS, userId: 'omar', factors: ['passkey'] });
  const { engine } = await openBank();
  const opened = await engine.openBankSession(session as NonNullable<typeof session>);
  t.true(E.isRight(opened) && 'token' in opened.right);
});

for (const [why, said, factors] of [
  ['a code', { acr: 'urn:village-bank:code', amr: ['pwd', 'otp'] }, ['totp']],
  ['a password alone', { acr: 'urn:village-bank:password', amr: ['pwd'] }, []],
  ['a key that its level did not use', { acr: 'urn:village-bank:code', amr: ['hwk'] }, undefined],
  ['a code beside a password level', { acr: 'urn:village-bank:password', amr: ['otp'] }, undefined],
  ['an unknown level', { acr: 'urn:elsewhere', amr: ['pwd'] }, undefined],
  ['no level', { amr: ['hwk'] }, undefined],
  ['a stranger', { ...WITH_KEY, sub: 'p-18' }, undefined],
  ['no moment of login', { ...WITH_KEY, auth_time: undefined }, undefined],
] as const)
  test(`an ID token with ${why} gives ${factors === undefined ? 'no session' : 'exactly that'}`, (t) => {
    const about = { iss: 'i', aud: 'a', iat: 1, exp: 2, auth_time: 1, sub: 'p-17' };
    const session = bankSessionOf({ ...about, ...said } as never, personOf);
    t.deepEqual(session?.factors, factors);
  });

test('an answer to another login, and one that another key signed, is refused', async (t) => {
  const { login, logIn } = await provider(t);
  const [begun, other] = [await login.begin(), await login.begin()];
  await t.throwsAsync(login.end(logIn(other, WITH_KEY), begun));
  await t.throwsAsync(login.end(logIn(begun, { ...WITH_KEY, nonce: 'another' }), begun));
  await t.throwsAsync(login.end(logIn(begun, { ...WITH_KEY, aud: 'another' }), begun));

  const forged = await provider(t, newKey().privateKey);
  const begunThere = await forged.login.begin();
  const returned = forged.logIn(begunThere, WITH_KEY);
  await t.throwsAsync(forged.login.end(returned, begunThere));
});
