import assert from 'node:assert/strict';
import {
  E,
  type Hundi,
  type Ports,
  type Storage,
  type TransactionId,
  type VerifyAssertion,
} from '@hundi/core';
import { readAuthorityKey, verifyApprovals } from '@hundi/core/operator';
import { approvalDigest, leavesText, payoutDigest } from '@hundi/core/wire';
import type { AcceptedPayout, ApprovalSignature, PersonFactors } from '@hundi/core/storage';
import { fakePasskey, fakePasskeys, type FakePasskey } from '../../kit/fakes/fake-passkeys.js';
import { plainSealer } from '../../kit/fakes/plain-sealer.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { stageDocument } from '../stage/stage-document.js';
import { decide, LARGE, waiting } from '../stage/approval-stage.js';
import { vendorWith } from '../stage/group-stage.js';
import { incidentsOf, statusesOf, workOn } from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { openFactors, wordOf } from '../stage/factor-stage.js';
import { challengeOf, CHECKER, openPasskeys } from './passkey-stage.js';
import { archivedIn, archiving, grow } from '../archive/archive-stage.js';
import { rewritten, type Rewriting } from '../stage/rewritten.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SIGNED_APPROVALS = { secondFactor: { login: 'none', approval: 'passkey' } } as const;

/** Three payouts, approved with one signature, that no worker has looked at yet. */
const openSigned = async (storage: Storage, count = 3, acme: Partial<CorporateInput> = {}) => {
  const stage = await openPasskeys(storage, 1, { ...SIGNED_APPROVALS, ...acme });
  // Made before anything is approved: making them lets the worker of the engine work.
  const unsigned = await waiting(stage, 1);
  const ids = await waiting(stage, count);
  const { challengeId, digest } = await stage.ask(ids);
  assert.equal(await stage.approve(ids, challengeId, stage.device.answer(digest)), 'done');
  return {
    ...stage,
    ids,
    unsigned,
    challengeId,
    /** A worker of a process that reads the rewritten database. */
    worker: (rewriting: Rewriting, ports: Partial<Ports> = {}) =>
      stage.another({ ...ports, storage: rewritten(storage, rewriting) }),
    paid: () => statusesOf(stage, ids),
  };
};

/** Passkeys that are counted as they are verified. */
const counting = () => {
  const passkeys = fakePasskeys();
  let verifications = 0;
  return {
    verifications: () => verifications,
    passkeys: {
      ...passkeys,
      asserted: (...asked: Parameters<typeof passkeys.asserted>) => {
        verifications += 1;
        return passkeys.asserted(...asked);
      },
    },
  };
};

/** A checker who named a deputy, and another checker; each has a passkey. */
const openDeputy = async (
  storage: Storage,
  deputyUserId: string,
  acme: Partial<CorporateInput> = {},
) => {
  const stage = await openPasskeys(storage, 1, { ...SIGNED_APPROVALS, ...acme });
  const { engine, tenant, clock } = stage;
  const devices = new Map([['u-checker', stage.device]]);
  for (const userId of [deputyUserId, 'u-both']) {
    const { token } = await stage.comeIn(`${userId.slice(2)}@acme.example`);
    devices.set(userId, (await stage.enrol(await stage.again(token), userId)).device);
  }
  expectRight(
    await engine.nameDeputy(tenant, {
      actorUserId: 'u-checker',
      deputyUserId,
      until: clock.now() + DAY,
      givenFactor: 'passkey' as const,
    }),
  );
  const challenges: string[] = [];
  return {
    ...stage,
    /** The challenges that were signed. */
    asked: challenges,
    /** The refusal of each payout, or its status after the person signed. */
    sign: async (actorUserId: string, transactionIds: ReadonlyArray<TransactionId>) => {
      const asked = { actorUserId, action: 'approve', transactionIds } as const;
      const { challengeId, digest } = expectRight(await engine.askApprovalFactor(tenant, asked));
      challenges.push(challengeId);
      const response = devices.get(actorUserId)?.answer(digest);
      const given = { challengeId, ...(response !== undefined && { response }) };
      const results = expectRight(await engine.decidePayouts(tenant, { ...asked, ...given }));
      return results.map(({ result }) =>
        E.isLeft(result) ? result.left._tag : result.right.status,
      );
    },
  };
};

const withAccount = (payout: AcceptedPayout, creditAccountNumber: string): AcceptedPayout => ({
  ...payout,
  terms: { ...payout.terms, creditAccountNumber: creditAccountNumber as never },
});

const withApprovals = (
  payout: AcceptedPayout,
  change: (one: Approval) => Approval,
): AcceptedPayout => {
  const { approval } = payout.progress;
  if (approval === undefined) return payout;
  const approvals = approval.approvals.map(change);
  return { ...payout, progress: { ...payout.progress, approval: { ...approval, approvals } } };
};
const withoutSignatures = (payout: AcceptedPayout): AcceptedPayout =>
  withApprovals(payout, ({ signatureId: _dropped, ...given }) => given);

type Approval = NonNullable<AcceptedPayout['progress']['approval']>['approvals'][number];

/** The audit's look at an answer of a {@link fakePasskey}. */
const verify: VerifyAssertion = async (response, challenge, credential) => {
  const asserted = await fakePasskeys().asserted(response, challenge, [credential]);
  return asserted && { origin: response['origin'] as string };
};

export const signatureScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'payouts that people signed are paid, with one signature for all of a decision',
    run: async (storage) => {
      const stage = await openSigned(storage);
      const kept = await storage.read(({ authority }) =>
        authority.signaturesAfter(stage.tenant, undefined, 9),
      );
      assert.deepEqual(
        kept.map(({ signatureId, userId }) => [signatureId, userId]),
        [[stage.challengeId, 'u-checker']],
      );
      await workOn(stage, stage.engine);
      assert.deepEqual(await stage.paid(), ['paid', 'paid', 'paid']);
      assert.deepEqual(await incidentsOf(stage), []);
    },
  },
  {
    title:
      'a job takes one verification of its passkey to decide and one to send, however many payouts and calls to the bank it has',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 1, SIGNED_APPROVALS);
      const { rail } = stage.bank;
      const bankRail = { ...rail, traits: { ...rail.traits, ordersACall: 100 } };
      for (const count of [3, 1_000]) {
        const rows = Array.from({ length: count }, () => ({ amount: LARGE }));
        const { jobId } = await stage.post(rows);
        await stage.runDue();
        const [decider, worker] = [counting(), counting()];
        const engine = stage.another({ passkeys: decider.passkeys });
        const job = { actorUserId: 'u-checker', jobId, action: 'approve' } as const;
        const asked = expectRight(await engine.askApprovalFactor(stage.tenant, job));
        const { challengeId, digest } = asked;
        const response = stage.device.answer(digest);
        expectRight(await engine.decideJob(stage.tenant, { ...job, challengeId, response }));
        assert.equal((await stage.job(jobId)).counts.approved, count);
        await workOn(stage, stage.another({ bankRail, passkeys: worker.passkeys }), 5);
        assert.equal((await stage.job(jobId)).counts.paid, count);
        assert.deepEqual([decider.verifications(), worker.verifications()], [1, 1]);
      }
    },
  },
  {
    title: 'a deputy signs with a passkey of their own on behalf of who named them, and it is paid',
    run: async (storage) => {
      const stage = await openDeputy(storage, 'u-clerk');
      const ids = await waiting(stage, 2);
      assert.deepEqual(await stage.sign('u-clerk', ids), ['approved', 'approved']);
      await workOn(stage, stage.engine, 5);
      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      assert.deepEqual(await incidentsOf(stage), []);
    },
  },
  {
    title:
      'where two people have to sign, the signatures of a person and of their deputy are one vote',
    run: async (storage) => {
      const levels = [{ roleCodes: ['checker'], approvals: 2 }];
      const stage = await openDeputy(storage, 'u-head', {
        approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels }] }],
      });
      const [one, two] = (await waiting(stage, 2)).map((id) => [id] as const);
      assert.ok(one !== undefined && two !== undefined);
      assert.deepEqual(await stage.sign('u-checker', one), ['pending_approval']);
      assert.deepEqual(await stage.sign('u-head', one), ['NotAtThisLevel']);
      assert.deepEqual(await stage.sign('u-head', two), ['pending_approval']);
      assert.deepEqual(await stage.sign('u-checker', two), ['AlreadyApproved']);
      await workOn(stage, stage.engine, 5);
      const both = [...one, ...two];
      assert.deepEqual(await statusesOf(stage, both), ['pending_approval', 'pending_approval']);
      assert.deepEqual(await stage.sign('u-both', both), ['approved', 'approved']);
      await workOn(stage, stage.engine, 5);
      assert.deepEqual(await statusesOf(stage, both), ['paid', 'paid']);
    },
  },
  {
    title: 'a payout that is not as people signed it is left out of its group, and the others go',
    run: async (storage) => {
      const single = vendorWith({ effectiveConfiguration: { effectiveDebitMode: 'single' } });
      const stage = await openSigned(storage, 3, single);
      const { rail } = stage.bank;
      const groups: unknown[] = [];
      const changed = stage.worker(
        {
          payout: (one) =>
            one.order.transactionId === stage.ids[1] ? withAccount(one, '999999999999') : one,
        },
        {
          bankRail: {
            ...rail,
            traits: { ...rail.traits, ordersAGroup: 20 },
            submit: (orders) => {
              groups.push(orders.map(({ group }) => [group?.count, group?.sum]));
              return rail.submit(orders);
            },
          },
        },
      );
      await workOn(stage, changed, 5);
      assert.deepEqual(await stage.paid(), ['paid', 'approved', 'paid']);
      assert.deepEqual(groups, [
        [
          [2, 2 * LARGE],
          [2, 2 * LARGE],
        ],
      ]);
      assert.deepEqual(await incidentsOf(stage), ['approval_not_proven']);
    },
  },
  {
    title:
      'an account that somebody changed after the approval keeps exactly its payout from the bank',
    run: async (storage) => {
      const stage = await openSigned(storage);
      const changed = stage.worker({
        payout: (one) =>
          one.order.transactionId === stage.ids[1] ? withAccount(one, '999999999999') : one,
      });
      await workOn(stage, changed, 5);
      assert.deepEqual(await stage.paid(), ['paid', 'approved', 'paid']);
      assert.deepEqual(await incidentsOf(stage), ['approval_not_proven']);
      const { statusDetails } = await stage.payout(stage.ids[1] as never);
      assert.equal(statusDetails?.code, 'approval_not_proven');
      assert.ok(
        (await stage.bank.orders()).every((one) => one.creditAccountNumber !== '999999999999'),
      );
      // As it was signed, it goes.
      await workOn(stage, stage.engine, 35);
      assert.deepEqual(await stage.paid(), ['paid', 'paid', 'paid']);
    },
  },
  {
    title: 'a payout whose levels somebody took out of its row leaves no sooner',
    run: async (storage) => {
      const noLevels = [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }];
      const stage = await openSigned(storage, 1, {
        ...vendorWith({ effectiveConfiguration: { autoApprovalEnabled: false } }),
        approvalMatrix: noLevels,
      });
      const bare = stage.worker({
        payout: (one) => ({
          ...one,
          progress: {
            ...one.progress,
            status: 'approved',
            approval: { levels: [], currentLevel: 1, approvals: [] },
          },
        }),
      });
      await workOn(stage, bare, 5);
      assert.deepEqual(await stage.bank.orders(), []);
      assert.deepEqual(await incidentsOf(stage), ['approval_not_proven']);
    },
  },
  {
    title: 'a decision that was moved to another payout, or never signed, approves nothing',
    run: async (storage) => {
      const stage = await openSigned(storage, 1);
      const other = stage.unsigned;
      const second = await stage.ask(other);
      const answer = stage.device.answer(second.digest);
      assert.equal(await stage.approve(other, second.challengeId, answer), 'done');
      const all = [...stage.ids, ...other];
      const moved = stage.worker({
        payout: (one) =>
          withApprovals(one, ({ signatureId: _own, ...given }) =>
            one.order.transactionId === stage.ids[0]
              ? given
              : { ...given, signatureId: stage.challengeId },
          ),
      });
      await workOn(stage, moved, 5);
      assert.deepEqual(await statusesOf(stage, all), ['approved', 'approved']);
      assert.deepEqual(await incidentsOf(stage), ['approval_not_proven', 'approval_not_proven']);
    },
  },
  {
    title:
      'an approval without any, or in the name of another, is not one of the people who signed',
    run: async (storage) => {
      const stage = await openSigned(storage, 2);
      const [, second] = stage.ids;
      const forged = stage.worker({
        payout: (one) =>
          one.order.transactionId === second
            ? withApprovals(one, (given) => ({ ...given, userId: 'u-head' as never }))
            : withApprovals(one, (given) => ({ ...given, level: 2 })),
      });
      await workOn(stage, forged, 5);
      assert.deepEqual(await stage.paid(), ['approved', 'approved']);
    },
  },
  {
    title:
      'an answer that was given once signs nothing else, nor does a passkey in the table alone',
    run: async (storage) => {
      const stage = await openSigned(storage, 1);
      const [id] = stage.ids;
      const found = await storage.read(({ payouts }) => payouts.findMany(stage.tenant, stage.ids));
      const [payout] = found.filter((one) => one.intake === 'accepted');
      assert.ok(payout !== undefined && id !== undefined);
      const mine = withAccount(payout, '999999999999');
      const leaves = leavesText(new Map([[id, payoutDigest(mine)]]));
      const evil = fakePasskey('evil');
      const asked = {
        tenant: stage.tenant,
        userId: 'u-checker' as never,
        action: 'approve',
        challengeId: stage.challengeId,
      } as const;
      const forgeries: ReadonlyArray<(kept: ApprovalSignature) => ApprovalSignature> = [
        // The old answer over other leaves.
        (kept) => ({ ...kept, leaves }),
        // A passkey that the engine never let become active, with the seal of one that it did.
        (kept) => ({
          ...kept,
          leaves,
          response: JSON.stringify(evil.answer(approvalDigest(asked, leaves))),
          passkey: { ...kept.passkey, credentialId: 'evil', publicKey: 'key of evil' },
        }),
        (kept) => ({ ...kept, response: 'no answer' }),
      ];
      for (const forge of forgeries) {
        const forged = stage.worker({
          payout: () => mine,
          signature: (_id, kept) => kept && forge(kept),
        });
        await workOn(stage, forged, 5);
        assert.deepEqual(await stage.paid(), ['approved']);
      }
      const gone = stage.worker({ signature: () => undefined });
      await workOn(stage, gone, 35);
      assert.deepEqual(await stage.paid(), ['approved']);
      assert.deepEqual(await incidentsOf(stage), ['approval_not_proven']);
      assert.deepEqual(await stage.bank.orders(), []);
    },
  },
  {
    title: 'a passkey that somebody wrote into the table, or made active, approves nothing',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 1, SIGNED_APPROVALS);
      const ids = await waiting(stage, 1);
      const evil = fakePasskey('evil');
      const attacked = stage.another({
        storage: rewritten(storage, {
          factors: (held) => ({
            ...held,
            factors: held.factors.map((one) =>
              one.kind === 'passkey' && one.credential !== undefined
                ? {
                    ...one,
                    credential: {
                      ...one.credential,
                      credentialId: 'evil',
                      publicKey: 'key of evil',
                    },
                  }
                : one,
            ),
          }),
        }),
      });
      const { challengeId, digest } = await stage.ask(ids);
      const decided = await attacked.decidePayouts(stage.tenant, {
        actorUserId: 'u-checker',
        action: 'approve',
        transactionIds: [...ids],
        challengeId,
        response: evil.answer(digest),
      });
      assert.equal(decided._tag === 'Left' && decided.left._tag, 'WrongFactor');
      assert.deepEqual(await statusesOf(stage, ids), ['pending_approval']);
    },
  },
  {
    title: 'a passkey that was removed, and put back by hand, approves nothing',
    run: async (storage) => {
      const stage = await openSigned(storage, 1);
      const { engine, tenant, device, clock, factorId, person } = stage;
      const held = await storage.read(({ factors }) => factors.find(tenant, person.userId));
      expectRight(
        await engine.removeFactor({ ...person, givenFactor: 'passkey' as const }, { factorId }),
      );
      clock.advance(10 * MINUTE);
      const later = await waiting(stage, 1);
      const back = stage.worker({
        factors: (now) => ({
          ...now,
          factors: (held?.factors ?? []).map((one) => ({ ...one, revision: one.revision + 9 })),
        }),
      });
      const asked = { actorUserId: 'u-checker', action: 'approve', transactionIds: later } as const;
      const { challengeId, digest } = expectRight(await back.askApprovalFactor(tenant, asked));
      const response = device.answer(digest);
      const decided = await back.decidePayouts(tenant, { ...asked, challengeId, response });
      assert.equal(expectLeft(decided)._tag, 'WrongFactor');
      await workOn(stage, back, 5);
      assert.deepEqual(await statusesOf(stage, [...stage.ids, ...later]), [
        'paid',
        'pending_approval',
      ]);
    },
  },
  {
    title:
      'a passkey that its person enrolled alone, where a second person is needed, approves nothing, also if somebody makes it active by hand',
    run: async (storage) => {
      const stage = await openFactors(storage, {
        ...SIGNED_APPROVALS,
        settingsNeedSecondPerson: true,
      });
      const { engine, tenant } = stage;
      const person = { ...(await stage.person(CHECKER)), givenFactor: 'passkey' as const };
      const enrol = async (name: string) => {
        const device = fakePasskey(name);
        const asked = expectRight(await engine.enrolFactor(person, { kind: 'passkey', name }));
        const response = device.create(challengeOf(asked.options));
        const { factorId } = asked;
        const { state } = expectRight(await engine.confirmFactor(person, { factorId, response }));
        assert.equal(state, 'waiting');
        return device;
      };
      const asked = {
        actorUserId: 'u-checker',
        action: 'approve',
        transactionIds: await waiting(stage),
      } as const;
      const approve = async (by: Hundi, device: FakePasskey) => {
        const challenge = await by.askApprovalFactor(tenant, asked);
        if (E.isLeft(challenge)) return challenge.left._tag;
        const { challengeId, digest } = challenge.right;
        const response = device.answer(digest);
        return wordOf(await by.decidePayouts(tenant, { ...asked, challengeId, response }));
      };
      const alone = await enrol('Alone');
      assert.equal(await approve(engine, alone), 'SecondFactorNeeded');
      for (const seal of [{}, { seal: '0'.repeat(64) }]) {
        const made = rewritten(storage, {
          factors: (held) => ({
            ...held,
            factors: held.factors.map((one) => ({ ...one, ...seal, state: 'active' })),
          }),
        });
        assert.equal(await approve(stage.another({ storage: made }), alone), 'WrongFactor');
      }

      const second = await enrol('Second');
      const listed = { actorUserId: 'u-admin', state: 'pending', limit: 10 } as const;
      const { items } = expectRight(await engine.listSettingsChanges(tenant, listed));
      const { changeId = '' } = items.find(({ details }) => details['name'] === 'Second') ?? {};
      expectRight(
        await engine.decideSettingsChange(tenant, {
          actorUserId: 'u-admin',
          changeId,
          action: 'approve',
        }),
      );
      assert.equal(await approve(engine, second), 'done');
      await stage.runDue();
      assert.deepEqual(await statusesOf(stage, asked.transactionIds), ['paid']);
    },
  },
  {
    title:
      'a passkey that waits for a second person, and was exchanged in the database, never becomes active',
    run: async (storage) => {
      const stage = await openFactors(storage, { settingsNeedSecondPerson: true });
      const { engine, tenant } = stage;
      const person = { ...(await stage.person(CHECKER)), givenFactor: 'passkey' as const };
      const asked = expectRight(
        await engine.enrolFactor(person, { kind: 'passkey', name: 'Mine' }),
      );
      const { factorId } = asked;
      const response = fakePasskey('mine').create(challengeOf(asked.options));
      expectRight(await engine.confirmFactor(person, { factorId, response }));
      const listed = { actorUserId: 'u-admin', state: 'pending', limit: 10 } as const;
      const [change] = expectRight(await engine.listSettingsChanges(tenant, listed)).items;
      const { changeId = '', details } = change ?? {};
      assert.deepEqual(details, {
        userId: 'u-checker',
        factorId,
        factorKind: 'passkey',
        name: 'Mine',
      });
      const exchanged = stage.another({
        storage: rewritten(storage, {
          factors: (held) => ({
            ...held,
            factors: held.factors.map((one) =>
              one.kind === 'passkey'
                ? { ...one, credential: { credentialId: 'evil', publicKey: 'evil', counter: 0 } }
                : one,
            ),
          }),
        }),
      });
      const decide = async (by: Hundi, action: 'approve' | 'reject') =>
        wordOf(await by.decideSettingsChange(tenant, { actorUserId: 'u-admin', changeId, action }));
      assert.equal(await decide(exchanged, 'approve'), 'NotAsProposed');
      const ofAnother = (held: PersonFactors) => ({ ...held, userId: 'u-head' as never });
      const renamed = stage.another({ storage: rewritten(storage, { factors: ofAnother }) });
      assert.equal(await decide(renamed, 'approve'), 'NotAsProposed');
      const held = await storage.read(({ factors }) => factors.find(tenant, person.userId));
      // A version that kept no change with a factor let the change wait on.
      const older = stage.another({
        storage: rewritten(storage, {
          factors: (now) => ({
            ...now,
            factors: now.factors.map(({ changeId: _unknown, ...one }) => one),
          }),
        }),
      });
      expectRight(await older.removeFactor(person, { factorId }));
      const back = stage.another({
        storage: rewritten(storage, {
          factors: (now) => ({ ...now, factors: [...(held?.factors ?? [])] }),
        }),
      });
      assert.equal(await decide(back, 'approve'), 'SubjectGone');
      assert.equal(await decide(exchanged, 'reject'), 'done');
    },
  },
  {
    title:
      'a signature that is kept with a decision gives no factor in a session, nor lets its person in',
    run: async (storage) => {
      const stage = await openSigned(storage, 1, {
        secondFactor: { login: 'passkey', approval: 'passkey' },
      });
      const { engine, tenant, person } = stage;
      const kept = await storage.read(({ authority }) =>
        authority.signature(tenant, stage.challengeId),
      );
      const response = JSON.parse(kept?.response ?? '') as Readonly<Record<string, unknown>>;
      const digest = approvalDigest(
        { tenant, userId: person.userId, action: 'approve', challengeId: stage.challengeId },
        kept?.leaves ?? '',
      );
      const { challengeId } = expectRight(await engine.askOwnFactor(person));
      const login = await stage.next(CHECKER);
      const replaying = stage.another({
        storage: rewritten(storage, {
          factors: (held) => ({
            ...held,
            challenges: held.challenges.map((one) => ({ ...one, digest })),
            factors: held.factors.map((one) =>
              one.kind === 'passkey' && one.credential !== undefined
                ? { ...one, credential: { ...one.credential, counter: 0 } }
                : one,
            ),
          }),
        }),
      });
      const given = await replaying.giveOwnFactor(person, { challengeId, response });
      assert.equal(wordOf(given), 'FactorChallengeNotFound');
      const opened = await replaying.giveLoginFactor({ challengeId: login.challengeId, response });
      assert.equal(wordOf(opened), 'FactorChallengeNotFound');
    },
  },
  {
    title: 'a signature with which nothing was approved is not kept',
    run: async (storage) => {
      const level = (roleCode: string) => ({ roleCodes: [roleCode], approvals: 1 });
      const levels = [level('checker'), level('head')];
      const stage = await openDeputy(storage, 'u-head', {
        approvalMatrix: [{ packageCodes: null, tiers: [{ upToAmount: null, levels }] }],
      });
      const [one = assert.fail(), other = assert.fail()] = await waiting(stage, 2);
      const kept = async () =>
        (
          await storage.read(({ authority }) =>
            Promise.all(stage.asked.map((id) => authority.signature(stage.tenant, id))),
          )
        ).map((signature) => signature !== undefined);

      assert.deepEqual(await stage.sign('u-checker', [one]), ['partially_approved']);
      assert.deepEqual(await stage.sign('u-both', [one]), ['NotAtThisLevel']);
      assert.deepEqual(await stage.sign('u-both', [one, other]), [
        'NotAtThisLevel',
        'partially_approved',
      ]);
      assert.deepEqual(await kept(), [true, false, true]);
    },
  },
  {
    title: 'a signature is kept with the first slice of a large job in which it approves something',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 1, SIGNED_APPROVALS);
      const { engine, tenant } = stage;
      const rows = Array.from({ length: 1_001 }, () => ({ amount: LARGE }));
      const { jobId, ids } = await stage.post(rows);
      await stage.runDue();
      assert.ok((await decide(stage, 'u-checker', ids.slice(0, 1_000), 'reject')).length > 0);
      const job = { actorUserId: 'u-checker', jobId, action: 'approve' } as const;
      const { challengeId, digest } = expectRight(await engine.askApprovalFactor(tenant, job));
      const response = stage.device.answer(digest);
      expectRight(await engine.decideJob(tenant, { ...job, challengeId, response }));
      await stage.runDue();
      assert.equal((await stage.job(jobId)).counts.paid, 1);
    },
  },
  ...[
    { first: 'approved', rejected: 0, removed: false, paid: 1_001 },
    { first: 'rejected before', rejected: 1_000, removed: false, paid: 1 },
    {
      first: 'approved by a passkey that is removed since',
      rejected: 0,
      removed: true,
      paid: 1_000,
    },
  ].map(({ first, rejected, removed, paid }): Scenario => ({
    title: `a signed decision on a large job that was cut short is signed for the rest, too, where its first rows were ${first}`,
    run: async (storage) => {
      const stage = await openPasskeys(storage, 1, SIGNED_APPROVALS);
      const { engine, tenant } = stage;
      const rows = Array.from({ length: 1_001 }, () => ({ amount: LARGE }));
      const { jobId, ids } = await stage.post(rows);
      await stage.runDue();
      await decide(stage, 'u-checker', ids.slice(0, rejected), 'reject');
      const job = { actorUserId: 'u-checker', jobId, action: 'approve' } as const;
      const { challengeId, digest } = expectRight(await engine.askApprovalFactor(tenant, job));
      const values = { ...job, challengeId, response: stage.device.answer(digest) };
      const request = { userId: 'u-checker', route: 'POST /decide', key: 'k', values } as never;
      const send = (by: Hundi) =>
        by.idempotently(tenant, request, (changes) => changes.decideJob(tenant, values));
      // One unit counts the try of the factor, the next one decides on the first rows.
      let units = 0;
      const dying = stage.another({
        storage: {
          ...storage,
          atomically: async (work, options) => {
            units += 1;
            if (units > 2) throw new Error('killed');
            return storage.atomically(work, options);
          },
        },
      });
      await assert.rejects(send(dying), /killed/);
      if (removed) {
        const person = { ...stage.person, givenFactor: 'passkey' as const };
        expectRight(await engine.removeFactor(person, { factorId: stage.factorId }));
      }
      const { answer, replayed } = expectRight(await send(engine));
      assert.deepEqual([answer.length, replayed], [1_001 - rejected, false]);
      await workOn(stage, engine, 10);
      const statuses = await statusesOf(stage, ids);
      assert.equal(statuses.filter((status) => status === 'paid').length, paid);
      assert.equal(statuses.at(-1), removed ? 'pending_approval' : 'paid');
    },
  })),
  {
    title: 'a policy that somebody switched off or softened keeps every payout of the corporate',
    run: async (storage) => {
      const stage = await openSigned(storage, 1);
      const { unsigned } = stage;
      const softer: ReadonlyArray<Rewriting> = [
        { corporate: ({ secondFactor: _off, ...corporate }) => corporate },
        { corporate: ({ secondFactor: _off, policySeal: _gone, ...corporate }) => corporate },
        { corporate: (corporate) => ({ ...corporate, approvalMatrix: [] }) },
        {
          corporate: ({ policySeal, ...corporate }) => ({
            ...corporate,
            ...(policySeal !== undefined && { policySeal: { ...policySeal, version: 9 } }),
          }),
        },
      ];
      for (const rewriting of softer) {
        const attacked = stage.worker(rewriting);
        await workOn(stage, attacked, 5);
        assert.deepEqual(await stage.paid(), ['approved']);
      }
      const without = stage.worker({ corporate: ({ secondFactor: _off, ...one }) => one });
      assert.deepEqual(await decide({ ...stage, engine: without }, 'u-checker', unsigned), [
        'approved',
      ]);
      await workOn(stage, stage.engine, 35);
      assert.deepEqual(await statusesOf(stage, [...stage.ids, ...unsigned]), ['paid', 'approved']);
      assert.deepEqual((await incidentsOf(stage)).sort(), [
        'approval_not_proven',
        'policies_not_proven',
      ]);
    },
  },
  {
    title:
      'where the stored policies are not proven, a deputy is named and a policy proposed with a passkey only',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 1, SIGNED_APPROVALS);
      const { tenant, clock } = stage;
      const soft = { secondFactor: { login: 'none', approval: 'none' } } as const;
      const softer: ReadonlyArray<Rewriting> = [
        { corporate: (corporate) => ({ ...corporate, ...soft }) },
        { corporate: ({ policySeal: _gone, ...corporate }) => ({ ...corporate, ...soft }) },
      ];
      const approvalMatrix = [{ packageCodes: null, tiers: [{ upToAmount: null, levels: [] }] }];
      for (const rewriting of softer) {
        const attacked = stage.another({ storage: rewritten(storage, rewriting) });
        const name = (given: { readonly givenFactor?: 'totp' | 'passkey' }) =>
          attacked.nameDeputy(tenant, {
            actorUserId: 'u-checker',
            deputyUserId: 'u-clerk',
            until: clock.now() + DAY,
            ...given,
          });
        const propose = (given: { readonly givenFactor?: 'totp' | 'passkey' }) =>
          attacked.putApprovalPolicy(tenant, { actorUserId: 'u-admin', approvalMatrix, ...given });
        const refused = { _tag: 'SecondFactorNeeded', kind: 'passkey' };
        for (const given of [{}, { givenFactor: 'totp' }] as const) {
          assert.deepEqual(expectLeft(await name(given)), refused);
          assert.deepEqual(expectLeft(await propose(given)), refused);
        }
        expectRight(await name({ givenFactor: 'passkey' }));
        expectRight(await propose({ givenFactor: 'passkey' }));
      }
    },
  },
  {
    title: 'an older policy that was put back waits for an operator to vouch for it',
    run: async (storage) => {
      const stage = await openSigned(storage, 1);
      const { policyMark, tenant } = stage;
      // The database forgets the version that the mark holds.
      await policyMark.raise(tenant.corporateTenantId, 7);
      await workOn(stage, stage.engine, 5);
      assert.deepEqual(await stage.paid(), ['approved']);
      assert.deepEqual(await incidentsOf(stage), ['policies_not_proven']);
      const provision = async (vouchForPolicies: boolean) =>
        expectRight(
          await stage.engine.provision(stageDocument(SIGNED_APPROVALS), { vouchForPolicies }),
        ).unprovenPolicies;
      assert.deepEqual(await provision(false), ['acme']);
      await workOn(stage, stage.engine, 35);
      assert.deepEqual(await stage.paid(), ['approved']);

      assert.deepEqual(await provision(true), []);
      assert.equal((await policyMark.read()).get(tenant.corporateTenantId), 8);
      await workOn(stage, stage.engine, 35);
      assert.deepEqual(await stage.paid(), ['paid']);
    },
  },
  {
    title:
      'a signed payout leaves by the policy that it was accepted under, or the first that was sealed after it',
    run: async (storage) => {
      const oneChecker = (upToAmount: number) => [
        {
          packageCodes: null,
          tiers: [
            { upToAmount, levels: [] },
            { upToAmount: null, levels: [{ roleCodes: ['checker'], approvals: 1 }] },
          ],
        },
      ];
      const stage = await openPasskeys(storage, 1, {
        secondFactor: { login: 'none', approval: 'none' },
        approvalMatrix: oneChecker(1_000),
      });
      const provision = async (approvalMatrix: ReturnType<typeof oneChecker>) =>
        expectRight(
          await stage.engine.provision(stageDocument({ ...SIGNED_APPROVALS, approvalMatrix })),
        ).unprovenPolicies;
      const sign = async (ids: ReadonlyArray<string>) => {
        const { challengeId, digest } = await stage.ask(ids);
        const answer = stage.device.answer(digest);
        assert.equal(await stage.approve(ids, challengeId, answer), 'done');
      };
      const before = await waiting(stage, 1);
      // Approvals need a passkey from the second policy on; the first was never sealed.
      assert.deepEqual(await provision(oneChecker(2_000)), []);
      const under = await waiting(stage, 1);
      await sign(before);
      await sign(under);
      assert.deepEqual(await provision(oneChecker(3_000)), []);
      await workOn(stage, stage.engine, 5);
      assert.deepEqual(await statusesOf(stage, [...before, ...under]), ['paid', 'paid']);
      assert.deepEqual(await incidentsOf(stage), []);
    },
  },
  {
    title: 'a payout that needs two levels leaves with the signatures of both',
    run: async (storage) => {
      const stage = await openPasskeys(storage, 1, {
        ...SIGNED_APPROVALS,
        approvalMatrix: [
          {
            packageCodes: null,
            tiers: [{ upToAmount: null, levels: [{ roleCodes: ['checker'], approvals: 2 }] }],
          },
        ],
      });
      const ids = await waiting(stage, 1);
      const { challengeId, digest } = await stage.ask(ids);
      assert.equal(await stage.approve(ids, challengeId, stage.device.answer(digest)), 'done');
      const ended = stage.another({
        storage: rewritten(storage, {
          corporate: ({ secondFactor: _off, ...one }) => one,
        }),
      });
      assert.deepEqual(await decide({ ...stage, engine: ended }, 'u-both', ids), ['approved']);
      await workOn(stage, stage.engine, 5);
      assert.deepEqual(await statusesOf(stage, ids), ['approved']);
      assert.deepEqual(await incidentsOf(stage), ['approval_not_proven']);
    },
  },
  {
    title:
      'an audit verifies what people signed, and names each payout and signature that does not hold',
    run: async (storage) => {
      const stage = await openSigned(storage, 2);
      await workOn(stage, stage.engine);
      const [first] = stage.ids;
      const key = await readAuthorityKey(storage, plainSealer());
      assert.ok(key !== undefined);
      const audit = async (audited: Storage, sealedBy: Uint8Array = key) => {
        const found: string[] = [];
        for await (const check of verifyApprovals(audited, { verify, key: sealedBy }))
          if (check.kind === 'fault')
            found.push(`${check.transactionId === first ? 'first ' : ''}${check.fault}`);
          else if (check.tenant.corporateTenantId === stage.tenant.corporateTenantId)
            assert.ok(check.payouts > 0);
        return found;
      };
      assert.deepEqual(await audit(storage), []);
      for (const [rewriting, faults] of [
        [
          {
            payout: (one) =>
              one.order.transactionId === first ? withAccount(one, '999999999999') : one,
          },
          ['first changed_since'],
        ],
        [
          { payout: (one) => withApprovals(one, (own) => ({ ...own, userId: 'u-head' as never })) },
          ['first another_person', 'another_person'],
        ],
        [{ signature: () => undefined }, ['first missing', 'missing']],
        [
          { payout: (one) => (one.order.transactionId === first ? withoutSignatures(one) : one) },
          ['first dropped'],
        ],
        [
          { payout: (one) => (one.order.transactionId === first ? undefined : one) },
          ['first gone'],
        ],
        [
          { signature: (_id, kept) => kept && { ...kept, leaves: 'another digest' } },
          ['first not_among_the_signed', 'not_among_the_signed'],
        ],
      ] satisfies ReadonlyArray<readonly [Rewriting, ReadonlyArray<string>]>)
        assert.deepEqual((await audit(rewritten(storage, rewriting))).sort(), [...faults].sort());
      assert.deepEqual(await audit(storage, new Uint8Array(32)), ['not_sealed']);
    },
  },
  {
    title: 'an audit finds no fault with signed payouts that went to the archive',
    asksStore: true,
    run: async (storage) => {
      const stage = await openSigned(storage, 2);
      await workOn(stage, stage.engine);
      await grow(stage);
      assert.ok(archivedIn(await archiving(stage).run()) >= 2);
      for await (const check of verifyApprovals(storage, { verify }))
        assert.notEqual(check.kind, 'fault');
    },
  },
];
