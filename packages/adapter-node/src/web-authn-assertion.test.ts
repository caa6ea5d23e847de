import { createHash } from 'node:crypto';
import { softAuthenticator } from '@hundi/testkit';
import test from 'ava';
import { webAuthnAssertion } from './web-authn-assertion.js';
import { webAuthnPasskeys } from './web-authn-passkeys.js';

const challengeOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const [challenge, other] = [challengeOf('this'), challengeOf('other')];

const party = {
  id: 'bank.example',
  name: 'Demo Bank',
  origins: ['https://portal.bank.example'],
};

const enrolled = async () => {
  const device = softAuthenticator();
  const answer = device.create({ challenge });
  const credential = await webAuthnPasskeys(party).created(answer, challenge);
  if (credential === undefined) throw new Error('not enrolled');
  return { device, credential };
};

test('an answer is verified without the settings of its service, and says where its person was', async (t) => {
  const { device, credential } = await enrolled();
  for (const [rpId, origin] of [
    ['bank.example', 'https://portal.bank.example'],
    ['bank.example', 'https://bank.example:8443'],
    ['localhost', 'http://localhost:4000'],
    ['evil.example', 'https://evil.example'],
  ] as const) {
    const answer = device.get({ challenge, rpId, origin });
    t.deepEqual(await webAuthnAssertion(answer, challenge, credential), { origin });
  }
});

test('an answer to another challenge, of another device, of nobody verified, or for a page of another domain is none', async (t) => {
  const { device, credential } = await enrolled();
  const { response, ...outside } = device.get({ challenge });
  const wrong: ReadonlyArray<Record<string, unknown>> = [
    device.get({ challenge: other }),
    { ...softAuthenticator().get({ challenge }), id: credential.credentialId },
    device.get({ challenge, isVerified: false }),
    device.get({ challenge, origin: 'https://other.example' }),
    device.get({ challenge, origin: 'no origin' }),
    { ...outside, response: { ...(response as object), signature: 'AAAA' } },
    { ...outside, response: null },
    outside,
    {},
  ];
  for (const answer of wrong)
    t.is(await webAuthnAssertion(answer as never, challenge, credential), undefined);
});
