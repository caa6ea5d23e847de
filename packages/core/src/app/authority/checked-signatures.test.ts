import test from 'ava';
import { MINUTE } from '../../kernel/values/time.js';
import type { Passkeys } from '../../ports/passkeys.js';
import type { Storage } from '../../storage/storage.js';
import { NOW, TENANT } from '../../samples.test.data.js';
import { approvalDigest } from './approval-digest.js';
import { isGenuineSignature, makeCheckedSignatures } from './checked-signatures.js';
import type { ApprovalSignature } from '../../model/authority/seal/approval-signature.js';
import { passkeySeal } from '../../model/authority/seal/signing-passkey.js';

const KEY = new Uint8Array(32).fill(1);
const OTHER_KEY = new Uint8Array(32).fill(2);
const GLOBEX = { ...TENANT, corporateTenantId: 'globex' as typeof TENANT.corporateTenantId };
const userId = 'u-checker' as ApprovalSignature['userId'];
const passkey = { factorId: 'f-1', credentialId: 'c-1', publicKey: 'key' };

/** Passkeys whose answer is the challenge itself. */
const passkeys = {
  asserted: async (
    response: Readonly<Record<string, unknown>>,
    challenge: string,
    [known]: ReadonlyArray<{ readonly credentialId: string }>,
  ) =>
    response['challenge'] === challenge && known !== undefined
      ? { credentialId: known.credentialId, counter: 1 }
      : undefined,
} as unknown as Passkeys;

const signature = (id: string, tenant = TENANT): ApprovalSignature => {
  const leaves = 'tx-1 digest';
  const signed = { tenant, userId, action: 'approve', challengeId: id } as const;
  return {
    ...tenant,
    signatureId: id,
    userId,
    at: NOW,
    leaves,
    response: JSON.stringify({ challenge: approvalDigest(signed, leaves) }),
    passkey: { ...passkey, seal: passkeySeal(KEY, { tenant, userId }, passkey) },
  };
};

const isGenuine = (one: ApprovalSignature, tenant = TENANT, key = KEY) =>
  isGenuineSignature(key, passkeys, tenant, one);

test('a signature is genuine that a sealed passkey of its person gave for exactly its payouts', async (t) => {
  t.true(await isGenuine(signature('fc-1')));
});

test('a signature is not genuine under another id, person, corporate, payout, answer, passkey or key', async (t) => {
  const one = signature('fc-1');
  const wrong: ReadonlyArray<ApprovalSignature> = [
    { ...one, signatureId: 'fc-2' },
    { ...one, userId: 'u-head' as typeof userId },
    { ...one, leaves: 'tx-1 other' },
    { ...one, leaves: `${one.leaves}\ntx-2 digest` },
    { ...one, response: 'no JSON' },
    { ...one, response: 'null' },
    { ...one, response: '{}' },
    { ...one, passkey: { ...one.passkey, publicKey: 'another' } },
    { ...one, passkey: { ...one.passkey, credentialId: 'another' } },
    { ...one, passkey: { ...one.passkey, factorId: 'another' } },
    { ...one, passkey: { ...one.passkey, seal: '' } },
  ];
  for (const forged of wrong) t.false(await isGenuine(forged));
  t.false(await isGenuine(one, GLOBEX));
  t.false(await isGenuine(one, TENANT, OTHER_KEY));
  t.false(await isGenuineSignature(KEY, undefined, TENANT, one));
});

/** Signatures over a storage that holds these and counts its reads. */
const opened = (kept: ReadonlyArray<ApprovalSignature>) => {
  const state = { now: NOW, reads: 0, kept, last: undefined as object | undefined };
  const authority = {
    signature: async ({ corporateTenantId }: typeof TENANT, id: string) => {
      state.reads += 1;
      return state.kept.find(
        (one) => one.signatureId === id && one.corporateTenantId === corporateTenantId,
      );
    },
  };
  const journal = { last: async () => state.last };
  const storage = { read: (work: (stores: object) => unknown) => work({ authority, journal }) };
  const checked = makeCheckedSignatures({
    storage: storage as unknown as Storage,
    clock: { now: () => state.now },
    authorityKey: async () => KEY,
    passkeys,
  });
  return { state, checked };
};

test('a signature is unknown until it is checked, and then its digests are at hand', async (t) => {
  const { checked } = opened([signature('fc-1')]);
  t.is(checked.of(TENANT, 'fc-1'), undefined);
  await checked.check(TENANT, new Set(['fc-1']));
  const found = checked.of(TENANT, 'fc-1');
  if (typeof found !== 'object') return t.fail();
  t.is(found.userId, userId);
  t.is(found.leaves.get('tx-1'), 'digest');
  t.is(found.leaves.get('tx-2'), undefined);
});

test('one that there is not, or of another corporate, is not genuine for a minute, and is then looked at again', async (t) => {
  const { checked, state } = opened([signature('fc-1', GLOBEX)]);
  await checked.check(TENANT, new Set(['fc-1']));
  t.is(checked.of(TENANT, 'fc-1'), 'not genuine');
  state.now += MINUTE - 1;
  t.is(checked.of(TENANT, 'fc-1'), 'not genuine');
  state.now += 1;
  t.is(checked.of(TENANT, 'fc-1'), undefined);
});

test('what is genuine at one corporate says nothing at another, and the other way round', async (t) => {
  const { checked } = opened([signature('fc-1')]);
  await checked.check(TENANT, new Set(['fc-1']));
  t.is(checked.of(GLOBEX, 'fc-1'), undefined);
  await checked.check(GLOBEX, new Set(['fc-1']));
  t.is(checked.of(GLOBEX, 'fc-1'), 'not genuine');
  t.not(checked.of(TENANT, 'fc-1'), 'not genuine');
});

/** A signature of a job of 60,000. */
const large = (id: string): ApprovalSignature => {
  const leaves = Array.from({ length: 60_000 }, (_, i) => `${id}-${String(i)} digest`).join('\n');
  const signed = { tenant: TENANT, userId, action: 'approve', challengeId: id } as const;
  const response = JSON.stringify({ challenge: approvalDigest(signed, leaves) });
  return { ...signature(id), leaves, response };
};

test('of many digests the oldest are forgotten', async (t) => {
  const { checked } = opened([large('fc-1'), large('fc-2')]);
  await checked.check(TENANT, new Set(['fc-1']));
  await checked.check(TENANT, new Set(['fc-2']));
  t.is(checked.of(TENANT, 'fc-1'), undefined);
  t.is((checked.of(TENANT, 'fc-2') as { leaves: { size: number } }).leaves.size, 60_000);
});

test('what is checked together is at hand together, however many people signed a large job, up to a bound', async (t) => {
  const ids = Array.from({ length: 9 }, (_, i) => `fc-${String(i)}`);
  const { checked, state } = opened(ids.map(large));
  await checked.check(TENANT, new Set(ids));
  const known = ids.filter((id) => checked.of(TENANT, id) !== undefined);
  t.deepEqual(known, ids.slice(0, 7));
  state.reads = 0;
  await checked.check(TENANT, new Set(ids));
  t.is(state.reads, 2);
});

test('a signature says when the journal has its passkey removed', async (t) => {
  const { state, checked } = opened([signature('fc-1'), signature('fc-2')]);
  state.last = { to: 'active', at: NOW };
  await checked.check(TENANT, new Set(['fc-1']));
  state.last = { to: 'removed', at: NOW + 1 };
  await checked.check(TENANT, new Set(['fc-2']));
  t.like(checked.of(TENANT, 'fc-1'), { userId, removedAt: undefined });
  t.like(checked.of(TENANT, 'fc-2'), { userId, removedAt: NOW + 1 });
});
