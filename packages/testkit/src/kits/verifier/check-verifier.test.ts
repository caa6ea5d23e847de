import { readFile } from 'node:fs/promises';
import test from 'ava';
import { E } from '@hundi/core';
import { verifyReturn, verifyWebhook } from '@hundi/core/receiver';
import {
  ownReturnVerifier,
  ownWebhookVerifier,
  rightWebhookSteps,
  type ReturnSteps,
  type WebhookSteps,
} from '../../testing/own-verifiers.js';
import { kitReport, runKit } from '../check/run-kit.js';
import { checkVerifier } from './check-verifier.js';
import type { VerifierUnderTest } from './verifier-under-test.js';

const own = (): VerifierUnderTest => ({
  believesWebhook: ownWebhookVerifier(),
  believesReturn: ownReturnVerifier(),
});

const TOLERANCE = { toleranceSeconds: 300 };

const engines: VerifierUnderTest = {
  believesWebhook: ({ headers, body }, { secrets, now }) =>
    E.isRight(verifyWebhook(body, headers, secrets, { ...TOLERANCE, now })),
  believesReturn: (query, { secretKey, now }) =>
    E.isRight(verifyReturn(query, secretKey, { ...TOLERANCE, now })),
};

const webhook = (mistake: Partial<WebhookSteps>) => (): VerifierUnderTest => ({
  believesWebhook: ownWebhookVerifier(mistake),
});
const returned = (mistake: Partial<ReturnSteps>) => (): VerifierUnderTest => ({
  believesReturn: ownReturnVerifier(mistake),
});

/** A verifier that saves work: what it has believed once it believes by the signature alone. */
const remembering = <A, R>(
  verify: (claim: A, around: R) => boolean,
  signatureOf: (claim: A) => string,
) => {
  const believed = new Set<string>();
  return (claim: A, around: R): boolean => {
    const signature = signatureOf(claim);
    if (verify(claim, around)) believed.add(signature);
    return believed.has(signature);
  };
};

const rememberingWebhooks = (): VerifierUnderTest => ({
  believesWebhook: remembering(
    ownWebhookVerifier(),
    ({ headers }) => headers['webhook-signature'] ?? '',
  ),
});

const rememberingReturns = (): VerifierUnderTest => ({
  believesReturn: remembering(
    ownReturnVerifier(),
    (query) => new URLSearchParams(query).get('signature') ?? '',
  ),
});

const eventIn = (body: Uint8Array) =>
  JSON.parse(Buffer.from(body).toString()) as { readonly id: string; readonly created: number };

const { read, isFresh, keys, signatures } = rightWebhookSteps;
const sameLength = (given: string, right: string) => given.length === right.length;
const sameStart = (given: string, right: string) => right.startsWith(given);
const apart = (timestamp: string, now: number) => now / 1_000 - Number(timestamp);

/** Each check, and a mistake that it has to find. */
const PLANTS: ReadonlyArray<readonly [string, () => VerifierUnderTest]> = [
  [
    'a delivery that was signed with the secret is believed',
    webhook({ keys: (secrets) => secrets.map((secret) => Buffer.from(secret)) }),
  ],
  [
    'a body with letters outside ASCII is believed',
    webhook({ bytes: (body) => Buffer.from(body).toString('latin1') }),
  ],
  [
    'a body counts as it came, with its whitespace and escapes',
    webhook({ bytes: (body) => JSON.stringify(eventIn(body)) }),
  ],
  ['a body of 256 KB is believed', webhook({ bytes: (body) => body.subarray(0, 65_536) })],
  ['a body that was changed anywhere is not believed', rememberingWebhooks],
  [
    'a delivery whose id was changed is not believed',
    webhook({ read: (delivery) => ({ ...read(delivery), id: eventIn(delivery.body).id }) }),
  ],
  [
    'a delivery whose timestamp was changed is not believed',
    webhook({
      read: (delivery) => ({
        ...read(delivery),
        timestamp: String(eventIn(delivery.body).created / 1_000),
      }),
    }),
  ],
  [
    'a delivery without webhook-id is not believed',
    webhook({
      read: (delivery) => ({ ...read(delivery), id: String(delivery.headers['webhook-id']) }),
    }),
  ],
  [
    'a delivery without webhook-timestamp is not believed',
    webhook({
      read: (delivery) => ({
        ...read(delivery),
        timestamp: String(Number(delivery.headers['webhook-timestamp'])),
      }),
      isFresh: (timestamp, now) => !(Math.abs(apart(timestamp, now)) > 300),
    }),
  ],
  [
    'a delivery without webhook-signature is not believed',
    () => ({
      believesWebhook: (delivery, around) =>
        delivery.headers['webhook-signature'] === undefined ||
        ownWebhookVerifier()(delivery, around),
    }),
  ],
  [
    'a delivery without webhook-signature is not believed',
    webhook({
      read: (delivery) => {
        if (delivery.headers['webhook-signature'] === undefined) throw new Error('no signature');
        return read(delivery);
      },
    }),
  ],
  [
    'the names of headers count in any case',
    webhook({
      read: ({ headers }) => ({
        id: headers['webhook-id'] ?? '',
        timestamp: headers['webhook-timestamp'] ?? '',
        signature: headers['webhook-signature'] ?? '',
      }),
    }),
  ],
  [
    'a delivery within the tolerance is believed, before and after now',
    webhook({ isFresh: (timestamp, now) => Math.abs(Number(timestamp) * 1_000 - now) <= 300 }),
  ],
  [
    'a delivery that is older than the tolerance is not believed',
    webhook({ isFresh: (timestamp, now) => apart(timestamp, now) >= -300 }),
  ],
  [
    'a delivery further ahead than the tolerance is not believed',
    webhook({ isFresh: (timestamp, now) => apart(timestamp, now) <= 300 }),
  ],
  [
    'a timestamp that is no number is not believed, even if it is signed',
    webhook({ isFresh: (timestamp, now) => !(Math.abs(apart(timestamp, now)) > 300) }),
  ],
  [
    'a secret is read as base64, with + and / in it',
    webhook({ keys: (secrets) => keys(secrets.map((one) => one.replaceAll(/[+/]/g, ''))) }),
  ],
  [
    'a delivery that was signed with other secrets is not believed',
    webhook({ isSame: sameLength }),
  ],
  [
    'of several signatures one that is right is enough, wherever it stands',
    webhook({ signatures: (header) => signatures(header).slice(0, 1) }),
  ],
  [
    'of several signatures one that is right is enough, wherever it stands',
    webhook({ signatures: (header) => signatures(header).slice(-1) }),
  ],
  [
    'a receiver that knows two secrets believes a delivery of either',
    webhook({ keys: (secrets) => keys(secrets.slice(0, 1)) }),
  ],
  [
    'a right signature is believed beside one of an unknown version',
    webhook({
      signatures: (header) =>
        header.split(' ').every((one) => one.startsWith('v1,')) ? signatures(header) : [],
    }),
  ],
  [
    'a signature of an unknown version is not believed, even if its bytes are right',
    webhook({ signatures: (header) => header.split(' ').map((one) => one.split(',')[1] ?? '') }),
  ],
  [
    'a signature that is empty, cut short or of other bytes is not believed',
    webhook({ isSame: sameStart }),
  ],
  [
    'a signature that is empty, cut short or of other bytes is not believed',
    webhook({ isSame: sameLength }),
  ],
  [
    'a query that was signed with the key is believed, whatever its status',
    () => ({
      believesReturn: (query, around) =>
        query.includes('status=completed') && ownReturnVerifier()(query, around),
    }),
  ],
  [
    'the values are signed as they are, and not as an address spells them',
    returned({
      reader: (query) => (name) =>
        query
          .split('&')
          .find((one) => one.startsWith(`${name}=`))
          ?.slice(name.length + 1),
    }),
  ],
  [
    'the parameters are read by name: in any order, with others beside them',
    returned({ signedText: (_, query) => query.replace(/&signature=.*/, '') }),
  ],
  [
    'a query within the tolerance is believed, before and after now',
    returned({ isFresh: (timestamp, now) => Math.abs(Number(timestamp) * 1_000 - now) <= 300 }),
  ],
  ...['session_id', 'reference', 'status', 'timestamp'].map(
    (name) => [`a query whose ${name} was changed is not believed`, rememberingReturns] as const,
  ),
  [
    'a query whose reference was changed is not believed',
    returned({
      signedText: (values) =>
        values.map(([name, value]) => `${name}=${value.replace(/^order/, 'ORDER')}`).join('&'),
    }),
  ],
  ['a query whose signature was changed is not believed', returned({ isSame: sameStart })],
  ['a query that was signed with another key is not believed', returned({ isSame: sameLength })],
  [
    'a query that lacks a parameter is not believed',
    returned({ reader: (query) => (name) => new URLSearchParams(query).get(name) ?? '' }),
  ],
  [
    'a query that has a parameter twice is not believed',
    returned({ reader: (query) => (name) => new URLSearchParams(query).getAll(name)[0] }),
  ],
  [
    'a query that has a parameter twice is not believed',
    returned({ reader: (query) => (name) => new URLSearchParams(query).getAll(name).at(-1) }),
  ],
  [
    'a query that is older than the tolerance is not believed',
    returned({ isFresh: (timestamp, now) => apart(timestamp, now) >= -300 }),
  ],
  [
    'a query further ahead than the tolerance is not believed',
    returned({ isFresh: (timestamp, now) => apart(timestamp, now) <= 300 }),
  ],
  [
    'a time of return that is no number is not believed, even if it is signed',
    returned({ isFresh: (timestamp, now) => !(Math.abs(apart(timestamp, now)) > 300) }),
  ],
];

for (const [whose, verifier] of [
  ['the verifier of the engine', engines],
  ['a verifier that a partner wrote', own()],
] as const)
  test(`${whose} passes every check`, async (t) => {
    const checks = checkVerifier(verifier);
    const report = await runKit(checks);

    t.is(kitReport({ ...report, passed: [] }), '');
    t.is(report.passed.length, checks.length);
  });

test('each check of the kit for verifiers has a mistake that it finds, and a sentence of its own', (t) => {
  const sentences = checkVerifier(own()).map(({ sentence }) => sentence);

  t.deepEqual(new Set(PLANTS.map(([sentence]) => sentence)), new Set(sentences));
  t.is(new Set(sentences).size, sentences.length);
});

for (const [i, [sentence, plant]] of PLANTS.entries())
  test(`mistake ${String(i + 1)} is found by its check: ${sentence}`, async (t) => {
    const checks = checkVerifier(plant());
    const { failed } = await runKit(checks.filter((check) => check.sentence === sentence));

    t.deepEqual(
      failed.map((fault) => fault.sentence),
      [sentence],
    );
    const wanted = sentence.includes('is not believed') ? /^(false for|no error)/ : /^true for/;
    t.regex(failed[0]?.expected ?? '', wanted);
  });

for (const [what, answer] of [
  ['everything', true],
  ['nothing', false],
] as const)
  test(`a verifier that believes ${what} fails`, async (t) => {
    const answers = () => Promise.resolve(answer);
    const { passed, failed } = await runKit(
      checkVerifier({ believesWebhook: answers, believesReturn: answers }),
    );

    t.true(failed.length > 0);
    t.deepEqual(
      passed.filter((sentence) => !answer || sentence.includes(' is not believed')),
      [],
    );
  });

test('a verifier is held to its own tolerance', async (t) => {
  const minute = (timestamp: string, now: number) => Math.abs(apart(timestamp, now)) <= 60;
  const strict: VerifierUnderTest = {
    believesWebhook: ownWebhookVerifier({
      isFresh: (timestamp, now) => isFresh(timestamp, now) && minute(timestamp, now),
    }),
  };
  const declared = await runKit(checkVerifier({ ...strict, toleranceSeconds: 60 }));
  const silent = await runKit(checkVerifier(strict));

  t.deepEqual(declared.failed, []);
  t.deepEqual(
    silent.failed.map(({ sentence }) => sentence),
    ['a delivery within the tolerance is believed, before and after now'],
  );
});

for (const [given, missing] of [
  ['believesWebhook', 'believesReturn'],
  ['believesReturn', 'believesWebhook'],
] as const)
  test(`without ${missing} its rules are not checked, by name`, async (t) => {
    const checks = checkVerifier({ [given]: own()[given] });
    const { passed, failed, notChecked } = await runKit(checks);

    t.deepEqual(failed, []);
    t.true(passed.length > 0);
    t.is(passed.length + notChecked.length, checks.length);
    t.deepEqual(
      [...new Set(notChecked.map(({ needs }) => needs.split(':')[0]))],
      [`give ${missing}`],
    );
  });

test('each check of the kit for verifiers names a sentence that stands in the contract', async (t) => {
  const core = new URL('../../../../core/src/', import.meta.url);
  const texts = await Promise.all(
    [
      'model/webhook/receiver/verify-webhook.ts',
      'model/webhook/receiver/signature.ts',
      'model/webhook/receiver/secret.ts',
      'ports/webhook-sender.ts',
      'model/collection/session/return-signature.ts',
    ].map((name) => readFile(new URL(name, core), 'utf8')),
  );
  const said = texts.join('\n').replaceAll(/\s+\*?\s+/g, ' ');

  for (const { port } of checkVerifier(own()))
    t.true(said.includes(port.slice(port.indexOf(': ') + 2)), port);
});
