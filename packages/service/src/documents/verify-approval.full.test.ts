import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webAuthnPasskeys } from '@hundi/adapter-node';
import {
  approvalDigest,
  leavesText,
  payoutDigest,
  sha256,
  type ApprovedPayout,
} from '@hundi/core/wire';
import { softAuthenticator } from '@hundi/testkit';
import test, { type ExecutionContext } from 'ava';
import { runPrograms } from './verify-approval.test.support.js';

const TENANT = { bankTenantId: 'demo-bank', corporateTenantId: 'acme' };
const ID = '0193a1b2-5c00-7e1f-8a2b-000000000001';
const PAYOUT = {
  transactionId: ID,
  packageCode: 'VENDOR',
  amount: 2_000_000,
  beneficiaryId: 'b-1',
  beneficiaryCode: 'SHARMA01',
  // Whatever a name may hold stands in the canonical JSON as JSON.stringify writes it.
  beneficiaryName: 'Śarmā "Stahl" \u2028\u007f\t& Söhne 🏗',
  debitAccountNumber: '502000110001',
  creditAccountNumber: '123456780001',
  creditIfsc: 'HDFC0000001',
  paymentMethod: 'NEFT',
};

/** Evidence as `hundi journal evidence` prints it, of a payout that u-checker signed among others. */
const evidence = async (origin = 'https://portal.bank.example') => {
  const device = softAuthenticator();
  const party = {
    id: 'bank.example',
    name: 'Demo Bank',
    origins: ['https://portal.bank.example'],
  };
  const enrolment = Buffer.from(sha256('enrolment'), 'hex').toString('base64url');
  const credential = await webAuthnPasskeys(party).created(
    device.create({ challenge: enrolment }),
    enrolment,
  );
  if (credential === undefined) throw new Error('not enrolled');
  const payout = { order: PAYOUT, terms: PAYOUT } as unknown as ApprovedPayout;
  const leaves = leavesText(
    new Map([
      [ID, payoutDigest(payout)],
      [ID.replace(/.$/, '2'), 'another'],
    ] as never),
  );
  const userId = 'u-checker';
  const decision = { tenant: TENANT, userId, action: 'approve', challengeId: 'fc_1' };
  const challenge = approvalDigest(decision as never, leaves);
  const { credentialId, publicKey } = credential;
  const at = Date.UTC(2026, 2, 2, 4, 30);
  const signature = {
    passkey: { factorId: 'f_1', credentialId, publicKey },
    signatureId: 'fc_1',
    ...TENANT,
    userId,
    at,
    leaves,
    response: JSON.stringify(device.get({ challenge, origin })),
  };
  return { payout: PAYOUT, approvals: [{ userId, level: 1, at, signatureId: 'fc_1', signature }] };
};

type Evidence = Awaited<ReturnType<typeof evidence>>;
type Signature = Evidence['approvals'][number]['signature'];

const said = async (t: ExecutionContext, given: unknown) => {
  const folder = await mkdtemp(join(tmpdir(), 'hundi-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'evidence.json');
  await writeFile(file, JSON.stringify(given));
  return runPrograms(file);
};

test('the programs for auditors say who signed a payout, when and where', async (t) => {
  for (const origin of ['https://portal.bank.example', 'https://bank.example:8443'])
    for (const { code, out } of await said(t, await evidence(origin))) {
      t.regex(
        out,
        new RegExp(
          `^payout ${ID}, level 1: signed by u-checker on 2026-03-02T04:30:00.000Z at ${origin}, passkey \\S+\n$`,
        ),
      );
      t.is(code, 0);
    }
});

test('the programs for auditors say what differs', async (t) => {
  const good = await evidence();
  const changed = (change: (signature: Signature) => object): object => ({
    ...good,
    approvals: good.approvals.map((one) => ({ ...one, signature: change(one.signature) })),
  });
  const answered = (change: (response: Record<string, string>) => object) =>
    changed((one) => {
      const { response, ...outside } = JSON.parse(one.response) as {
        readonly response: Record<string, string>;
      };
      return { ...one, response: JSON.stringify({ ...outside, response: change(response) }) };
    });
  const unverified = ({ authenticatorData = '', ...others }: Record<string, string>) => {
    const bytes = Buffer.from(authenticatorData, 'base64url');
    bytes[32] = 1;
    return { authenticatorData: bytes.toString('base64url'), ...others };
  };
  const { passkey } = (await evidence()).approvals[0]?.signature ?? t.fail();
  for (const [given, reason] of [
    [
      { ...good, payout: { ...PAYOUT, creditAccountNumber: '999' } },
      'the payout is not as it was signed: its digest differs',
    ],
    [
      changed((one) => ({ ...one, leaves: one.leaves.replaceAll(ID, 'x') })),
      'the payout is not among those that were signed',
    ],
    [
      changed((one) => ({ ...one, leaves: one.leaves.replace('another', 'other') })),
      'the passkey signed another challenge',
    ],
    [changed((one) => ({ ...one, userId: 'u-head' })), 'u-head signed, not u-checker'],
    [changed((one) => ({ ...one, signatureId: 'fc_2' })), 'the passkey signed another challenge'],
    [await evidence('https://other.example'), 'the device answered to another domain'],
    [await evidence('https://otherbank.example'), 'the device answered to another domain'],
    [answered(unverified), 'the device did not verify its person'],
    [changed((one) => ({ ...one, passkey })), 'the signature is not one of this passkey'],
    [
      { ...good, approvals: good.approvals.map(({ signature: _gone, ...one }) => one) },
      'its signature is missing',
    ],
  ] as const)
    for (const { code, out } of await said(t, given)) {
      t.is(out, `payout ${ID}, level 1: NOT SIGNED by u-checker: ${reason}\n`);
      t.is(code, 1);
    }
});

test('an approval without a passkey is no fault, and is said to have no signature', async (t) => {
  const approvals = [{ userId: 'u-checker', level: 1, at: 0 }];
  for (const { code, out } of await said(t, { payout: PAYOUT, approvals })) {
    t.regex(out, /level 1: approved by u-checker on 1970-01-01T00:00:00.000Z, without a signature/);
    t.is(code, 0);
  }
});
