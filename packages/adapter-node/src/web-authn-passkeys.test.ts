import { createHash } from 'node:crypto';
import type { Credential } from '@hundi/core';
import { softAuthenticator, type Cbor } from '@hundi/testkit';
import { SettingsService } from '@simplewebauthn/server';
import test, { type ExecutionContext } from 'ava';
import { webAuthnPasskeys } from './web-authn-passkeys.js';

const challengeOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const [challenge, other] = [challengeOf('this'), challengeOf('other')];

const passkeys = webAuthnPasskeys({
  id: 'bank.example',
  name: 'Demo Bank',
  origins: ['https://portal.bank.example', 'https://pay.bank.example'],
});

// A device's certificate that names http://internal.example/crl as the list of those revoked, and the root above it.
const LEAF =
  'MIIBQTCB56ADAgECAgECMAoGCCqGSM49BAMCMA8xDTALBgNVBAMTBFJvb3QwIBcNMDAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBExDzANBgNVBAMTBkRldmljZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPHxvic/n6ATVa1EcIIF82t6OUASl3if67JFdWbX2So+GZZCq/irB4cA8EcTIL9aHk/y3c9ubjL7omCmSusbomSjMDAuMCwGA1UdHwQlMCMwIaAfoB2GG2h0dHA6Ly9pbnRlcm5hbC5leGFtcGxlL2NybDAKBggqhkjOPQQDAgNJADBGAiEA3fIBPEkSGrbDdrzA1wdrLEa4avVTrUH8Gxq1SrVl5KACIQCNFdU6AeFpmEG7a4m9nX72LITO8iZi+so6gOlL3X3QHw==';
const ROOT =
  'MIIBIDCByKADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMTBFJvb3QwIBcNMDAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMTBFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ5wPtUmtouKEjQieYLNe6CDRn1hCOdSplMSkUzy+yY7GcgPwpz9Gy61VT6VndJRkkQ0jkHdHbM/KW595c2HJCgoxMwETAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCICsr7xhWDpOT/xT/ZYrmD/X6aNvfBx50HgYBmPwd9eiiAiBjPj6gkiCFtXgl3p4jV9DP/WJoCzIKheTyJT6PxS9F2Q==';

const enrolled = async (t: ExecutionContext) => {
  const device = softAuthenticator();
  const credential = await passkeys.created(device.create({ challenge, counter: 0 }), challenge);
  if (credential === undefined) return t.fail('not enrolled');
  return { device, credential };
};

test('options carry the challenge as it is given, the known passkeys, and ask that the person be verified', async (t) => {
  const { credential } = await enrolled(t);
  const creation = await passkeys.creationOptions({
    challenge,
    personId: '00ff'.repeat(16),
    userName: 'checker (Acme)',
    displayName: 'checker',
    known: [credential],
  });
  t.like(creation, {
    challenge,
    rp: { id: 'bank.example', name: 'Demo Bank' },
    attestation: 'none',
    excludeCredentials: [{ id: credential.credentialId }],
    authenticatorSelection: { userVerification: 'required' },
  });
  t.like(await passkeys.requestOptions(challenge, [credential]), {
    challenge,
    rpId: 'bank.example',
    userVerification: 'required',
    allowCredentials: [{ id: credential.credentialId }],
  });
});

test('a passkey that answers to its challenge is known by its id, with its count', async (t) => {
  const { device, credential } = await enrolled(t);
  t.deepEqual(credential.transports, ['internal']);
  const known = [(await enrolled(t)).credential, credential];
  const { credentialId } = credential;
  for (const [counter, origin] of [
    [7, 'https://portal.bank.example'],
    [3, 'https://pay.bank.example'],
    [0, 'https://pay.bank.example'],
  ] as const) {
    const answer = device.get({ challenge, counter, origin });
    t.deepEqual(await passkeys.asserted(answer, challenge, known), { credentialId, counter });
  }
});

test('an enrolment for another challenge, origin or relying party, or of nobody verified, is none', async (t) => {
  const device = softAuthenticator();
  const wrong = [
    device.create({ challenge: other }),
    device.create({ challenge, origin: 'https://portal.bank.example.evil.example' }),
    device.create({ challenge, rpId: 'evil.example' }),
    device.create({ challenge, isVerified: false }),
    device.get({ challenge }),
    {},
    { id: 1, response: null },
  ];
  for (const response of wrong)
    t.is(await passkeys.created(response as never, challenge), undefined);
});

test.serial(
  'an enrolment with certificates is none, and no address in them is asked',
  async (t) => {
    const root = `-----BEGIN CERTIFICATE-----\n${ROOT}\n-----END CERTIFICATE-----`;
    const called: unknown[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (address) => {
      called.push(address);
      throw new Error('no network');
    };
    t.teardown(() => {
      globalThis.fetch = fetch;
    });
    const statement = new Map<string, Cbor>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.from(LEAF, 'base64')]],
    ]);
    for (const format of ['fido-u2f', 'android-key', 'packed', 'apple', 'tpm'] as const) {
      SettingsService.setRootCertificates({ identifier: format, certificates: [root] });
      const response = softAuthenticator().create({ challenge, format, statement });
      t.is(await passkeys.created(response, challenge), undefined);
    }
    t.deepEqual(called, []);
  },
);

test('of the transports that a browser names, eight known ones are kept, whatever it sends', async (t) => {
  for (const [transports, kept] of [
    [
      ['usb', 7, null, ['nfc'], 'x'.repeat(1_000), 'hybrid'],
      ['usb', 'hybrid'],
    ],
    [Array.from({ length: 1_000 }, () => 'ble'), Array.from({ length: 8 }, () => 'ble')],
    [7, undefined],
    [{ length: 3 }, undefined],
  ] as const) {
    const response = softAuthenticator().create({ challenge, transports });
    t.deepEqual((await passkeys.created(response, challenge))?.transports, kept as never);
  }
});

test('an answer to another challenge, of another origin, relying party or key, or of nobody verified, is none', async (t) => {
  const { device, credential } = await enrolled(t);
  const stranger = softAuthenticator();
  const claimed = { ...stranger.get({ challenge }), id: credential.credentialId };
  const good = device.get({ challenge });
  const changed = {
    ...good,
    response: { ...(good['response'] as object), signature: 'AAAA' },
  };
  const wrong = [
    device.get({ challenge: other }),
    device.get({ challenge, origin: 'https://evil.example' }),
    device.get({ challenge, origin: 'http://portal.bank.example' }),
    device.get({ challenge, rpId: 'evil.example' }),
    device.get({ challenge, isVerified: false }),
    device.create({ challenge }),
    stranger.get({ challenge }),
    claimed,
    { ...claimed, rawId: credential.credentialId },
    changed,
    {},
    { id: credential.credentialId },
  ];
  for (const response of wrong)
    t.is(await passkeys.asserted(response as never, challenge, [credential]), undefined);
  t.is(await passkeys.asserted(good, challenge, []), undefined);
  const forged: Credential = { ...credential, publicKey: 'AAAA' };
  t.is(await passkeys.asserted(good, challenge, [forged]), undefined);
  t.not(await passkeys.asserted(good, challenge, [credential]), undefined);
});
