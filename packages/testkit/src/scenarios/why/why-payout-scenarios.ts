import assert from 'node:assert/strict';
import type { Storage, TransactionId } from '@hundi/core';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { fakePacer } from '../../kit/fakes/fake-pacer.js';
import { decide, first, LARGE, waiting } from '../stage/approval-stage.js';
import { poisoned } from '../stage/poisoned.js';
import { withWindow } from '../stage/with-window.js';
import { ADMIN_2, open, QUARTER, THREE_ADMINS } from '../stage/under-way-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';
import { ADMIN, GLOBEX, kindsOf, why, WITH_KEY_MAKER } from '../stage/why-stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When 7 January 2026 starts in India. */
const WEDNESDAY = Date.UTC(2026, 0, 6, 18, 30);

const ZONE = 'Asia/Kolkata';

/** CAPEX needs two checkers, then the head. */
const TWO_CHECKERS = {
  approvalMatrix: [
    {
      packageCodes: null,
      tiers: [
        {
          upToAmount: null,
          levels: [
            { roleCodes: ['checker'], approvals: 2 },
            { roleCodes: ['head'], approvals: 1 },
          ],
        },
      ],
    },
  ],
};

/** The only reason why something waits. */
const onlyReason = async (...asked: Parameters<typeof why>) => {
  const [reason, ...others] = await why(...asked);
  assert.deepEqual(others, []);
  return reason ?? assert.fail('it waits for nothing');
};

const approvalScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payout says which level it waits for, and which people can pass it, vote by vote',
    run: async (storage) => {
      const stage = await openStage(storage, TWO_CHECKERS);
      const id = first(await waiting(stage, 1, 'CAPEX'));
      const asked = stage.clock.now();
      const until = asked + 90 * DAY;
      const shown = { kind: 'approval', since: asked, until, roles: ['checker'], level: 1 };
      assert.deepEqual(await why(stage, { transactionId: id }), [
        {
          ...shown,
          people: ['both', 'checker'],
          peopleCount: 2,
          detail: 'It waits for 2 approvals at level 1 of 2: 2 people can approve it.',
        },
      ]);

      stage.clock.advance(HOUR);
      await decide(stage, 'u-checker', [id]);
      assert.deepEqual(await why(stage, { transactionId: id }), [
        {
          ...shown,
          people: ['both'],
          peopleCount: 1,
          detail: 'It waits for 1 approval at level 1 of 2: 1 person can approve it.',
        },
      ]);

      stage.clock.advance(HOUR);
      await decide(stage, 'u-both', [id]);
      const next = await onlyReason(stage, { transactionId: id });
      assert.deepEqual(
        [next.level, next.roles, next.people, next.since, next.until],
        [2, ['head'], ['head'], asked + 2 * HOUR, until],
      );
    },
  },
  {
    title:
      'software with the roles of a checker decides on no payout, and no payout is said to wait for it',
    run: async (storage) => {
      const robot = {
        userId: 'u-robot',
        username: 'robot',
        kind: 'service' as const,
        approvalState: 'approved' as const,
        roleCodes: ['checker'],
      };
      const stage = await openStage(storage, { users: [...demoUsers('acme'), robot] });
      const id = first(await waiting(stage));
      assert.deepEqual(await decide(stage, 'u-robot', [id]), ['NotAnApprover']);
      const { people } = await onlyReason(stage, { transactionId: id });
      assert.deepEqual(people, ['both', 'checker']);
    },
  },
  {
    title:
      'where a level asks for more people than can approve, or for nobody who is left, it says so',
    run: async (storage) => {
      const stage = await openStage(storage, TWO_CHECKERS);
      const { engine, tenant } = stage;
      const id = first(await waiting(stage, 1, 'CAPEX'));
      const suspend = async (userId: string) =>
        expectRight(await engine.suspendPerson(tenant, { actorUserId: ADMIN, userId }));
      await suspend('u-both');
      const few = await onlyReason(stage, { transactionId: id });
      assert.match(few.detail, /2 approvals .*: only 1 person can approve it\.$/);
      await suspend('u-checker');
      const none = await onlyReason(stage, { transactionId: id });
      assert.deepEqual([none.people, none.peopleCount], [[], 0]);
      assert.match(none.detail, /: nobody can approve it now\.$/);
    },
  },
  {
    title: 'exactly the people who are named can approve: makers, key makers and others are not',
    run: async (storage) => {
      const stage = await openStage(storage, {
        ...WITH_KEY_MAKER,
        approvalMatrix: [
          {
            packageCodes: null,
            tiers: [{ upToAmount: null, levels: [{ roleCodes: [], approvals: 2 }] }],
          },
        ],
      });
      const { engine, tenant } = stage;
      const key = { actorUserId: 'u-keys', name: 'tills', scopes: ['payments'] } as const;
      const { keyId: via } = expectRight(await engine.createApiKey(tenant, key)).key;
      expectRight(await engine.suspendPerson(tenant, { actorUserId: ADMIN, userId: 'u-head' }));
      const people = expectRight(await engine.listPeople(tenant, { actorUserId: ADMIN }));
      const ids = await waiting(stage, people.length, 'VENDOR', { by: 'u-both', via });

      const named: string[] = [];
      for (const [i, { userId, username }] of people.entries()) {
        const transactionId = ids[i] as TransactionId;
        const reason = await onlyReason(stage, { transactionId });
        if (reason.people?.includes(username) === true) named.push(userId);
        const [outcome] = await decide(stage, userId, [transactionId]);
        assert.equal(outcome === 'pending_approval', named.includes(userId), userId);
      }
      assert.deepEqual(named, ['u-checker']);
    },
  },
  {
    title: 'a payout whose time for approval is over waits for nobody, and then for nothing',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids } = await stage.post([{ amount: LARGE, payoutDate: '2026-01-06' }]);
      await stage.runDue();
      const asked = { transactionId: first(ids) };
      assert.equal((await onlyReason(stage, asked)).until, WEDNESDAY);
      stage.clock.advance(WEDNESDAY - stage.clock.now());
      const over = await onlyReason(stage, asked);
      assert.deepEqual([over.kind, over.since, over.people], ['approval', WEDNESDAY, undefined]);
      await stage.runDue();
      assert.deepEqual(await why(stage, asked), []);
    },
  },
];

const intakeScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payment that intake has not decided on waits for it, and says when it is tried again',
    run: async (storage) => {
      const stage = await openStage(storage);
      const engine = stage.another({ storage: poisoned(storage, 'poison') });
      const requested = stage.clock.now();
      const { ids, jobId } = await stage.post([{ beneficiaryId: 'poison' }, {}]);
      const queued = await onlyReason(stage, { transactionId: first(ids) });
      assert.deepEqual(
        [queued.kind, queued.since, queued.until],
        ['evaluation', requested, undefined],
      );

      await engine.runDue();
      const failed = await onlyReason(stage, { jobId });
      assert.deepEqual([failed.kind, failed.payments], ['evaluation', 2]);
      assert.ok((failed.until ?? 0) > stage.clock.now());
      assert.match(failed.detail, /tries it again/);
      await stage.advance((failed.until ?? 0) - stage.clock.now());
      assert.deepEqual(await why(stage, { jobId }), []);
    },
  },
];

const sendingScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a scheduled payout waits for its day, and for the hours of the bank on it',
    run: async (storage) => {
      const stage = await openStage(storage, withWindow('09:00', '19:00'));
      const { ids } = await stage.post([{ payoutDate: '2026-01-07' }]);
      await stage.runDue();
      const asked = { transactionId: first(ids) };
      const since = stage.clock.now();
      const opens = WEDNESDAY + 9 * HOUR;
      const hours = { timeZone: ZONE, paymentMethod: 'NEFT', from: '09:00', to: '19:00' };
      assert.deepEqual(await why(stage, asked), [
        {
          kind: 'payout_date',
          since,
          until: WEDNESDAY,
          window: { timeZone: ZONE, payoutDate: '2026-01-07' },
          detail: 'It goes to the bank on 2026-01-07, the day that its maker asked for.',
        },
        {
          kind: 'bank_window',
          since,
          until: opens,
          window: hours,
          detail: 'The bank takes NEFT payments from this account from 09:00 to 19:00 only.',
        },
      ]);

      await stage.advance(WEDNESDAY - since);
      const closed = await onlyReason(stage, asked);
      assert.deepEqual(
        [closed.kind, closed.since, closed.until],
        ['bank_window', WEDNESDAY, opens],
      );
      await stage.advance(opens - WEDNESDAY);
      assert.deepEqual(await why(stage, asked), []);
    },
  },
  {
    title: 'an approved payout that no worker has sent yet is ready, and waits for nobody',
    run: async (storage) => {
      const stage = await openStage(storage);
      const id = first(await waiting(stage));
      await decide(stage, 'u-checker', [id]);
      const ready = await onlyReason(stage, { transactionId: id });
      assert.deepEqual(
        [ready.kind, ready.since, ready.until, ready.peopleCount],
        ['sending', stage.clock.now(), undefined, undefined],
      );
    },
  },
  {
    title: 'a payout that is held for review names the people who can end it, approved or not',
    run: async (storage) => {
      const stage = await open(storage, THREE_ADMINS);
      const { engine, tenant, clock } = stage;
      const [dated, pending] = [await stage.dated('u-maker'), first(await waiting(stage))];
      clock.advance(HOUR);
      expectRight(
        await engine.suspendPerson(tenant, { actorUserId: ADMIN, userId: 'u-maker', hold: true }),
      );
      const since = clock.now();
      const review = {
        kind: 'held_for_review',
        since,
        roles: ['admin'],
        people: ['admin-2', 'admin-3'],
        peopleCount: 2,
        detail:
          'A user under review made or approved it, or made the key that it came by: 2 people can end the review.',
      };
      const [held, day] = await why(stage, { transactionId: dated });
      assert.deepEqual([held, day?.kind], [review, 'payout_date']);
      const [approval, alsoHeld] = await why(stage, { transactionId: pending });
      assert.deepEqual([approval?.kind, alsoHeld], ['approval', review]);

      await decide(stage, 'u-checker', [pending]);
      await stage.runDue();
      assert.deepEqual(await kindsOf(stage, { transactionId: pending }), ['held_for_review']);
      const release = { actorUserId: ADMIN_2, userId: 'u-maker' };
      expectRight(await engine.releasePerson(tenant, release));
      const [next] = await why(stage, { transactionId: pending });
      assert.deepEqual([next?.kind, next?.until], ['sending', clock.now() + QUARTER]);
      await stage.advance(QUARTER);
      assert.deepEqual(await why(stage, { transactionId: pending }), []);
    },
  },
  {
    title: 'a payout whose outcome is unknown waits for the bank, and says when it is asked next',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { absenceFinalAfterMs: null } });
      const sent = stage.clock.now();
      const [lost] = await stage.pay([{ to: 'LOST01' }]);
      const asked = { transactionId: lost?.transactionId as TransactionId };
      const reason = await onlyReason(stage, asked);
      assert.deepEqual([reason.kind, reason.since], ['bank_answer', sent]);
      const [next, now] = [reason.until ?? 0, stage.clock.now()];
      assert.ok(next > now);
      await stage.advance(next - now);
      const later = await onlyReason(stage, asked);
      assert.ok(later.since === sent && (later.until ?? 0) > next);
    },
  },
  {
    title: 'an order that the bank never got, and does not take again now, waits as an unsent one',
    run: async (storage) => {
      const evening = Date.UTC(2026, 0, 5, 13, 29);
      const stage = await openStage(storage, withWindow('09:00', '19:00'), {
        start: evening,
        traits: { absenceFinalAfterMs: 2 * MINUTE },
      });
      const [lost] = await stage.pay([{ to: 'LOST01' }]);
      const asked = { transactionId: lost?.transactionId as TransactionId };
      assert.deepEqual(await kindsOf(stage, asked), ['bank_answer']);
      await stage.advance(HOUR);
      const reason = await onlyReason(stage, asked);
      assert.deepEqual(
        [reason.kind, reason.since, reason.until],
        ['bank_window', evening, Date.UTC(2026, 0, 6, 3, 30)],
      );
    },
  },
];

const jobScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a job tells what its payments wait for, one entry for all that wait alike',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId, ids } = await stage.post([
        { amount: LARGE },
        { amount: LARGE },
        {},
        { amount: LARGE, packageCode: 'CAPEX' },
        { payoutDate: '2026-01-07' },
        { amount: LARGE, payoutDate: '2026-01-08' },
      ]);
      await stage.runDue();
      const shown = (reasons: Awaited<ReturnType<typeof why>>) =>
        reasons.map(({ kind, level, roles, payments }) => [kind, level, roles, payments]);
      const wednesday = ['payout_date', undefined, undefined, 1];
      assert.deepEqual(shown(await why(stage, { jobId })), [
        ['approval', 1, ['checker'], 3],
        ['approval', 1, ['checker'], 1],
        wednesday,
      ]);

      await decide(stage, 'u-checker', ids.slice(0, 1));
      await decide(stage, 'u-checker', ids.slice(3, 4));
      await stage.runDue();
      assert.deepEqual(shown(await why(stage, { jobId })), [
        ['approval', 1, ['checker'], 2],
        ['approval', 2, ['head'], 1],
        wednesday,
      ]);
      const [soonest] = await why(stage, { jobId });
      assert.equal(soonest?.until, WEDNESDAY + 2 * DAY);
      const clerk = await why(stage, { jobId }, 'u-clerk');
      assert.deepEqual(shown(clerk), [['approval', 1, ['checker'], 2], wednesday]);
    },
  },
];

const turnScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a job of many payments tells what they wait for while other requests have their turns',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { jobId } = await stage.post(Array.from({ length: 250 }, () => ({})));
      let turns = 0;
      const breathe = () => Promise.resolve(void (turns += 1));
      const engine = stage.another({ pacer: { ...fakePacer(), breathe } });
      const [reason] = await why({ ...stage, engine }, { jobId });
      assert.deepEqual([reason?.kind, reason?.payments, turns], ['evaluation', 250, 2]);
    },
  },
];

const reachScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'names are for those who may see people; others learn roles and how many there are',
    run: async (storage) => {
      const stage = await openStage(storage);
      const asked = { transactionId: first(await waiting(stage)) };
      const named = await onlyReason(stage, asked);
      const counted = await onlyReason(stage, asked, 'u-maker');
      assert.deepEqual(named.people, ['both', 'checker']);
      const { people: _names, ...rest } = named;
      assert.deepEqual(counted, rest);
    },
  },
  {
    title: 'what a person does not reach, of another corporate or of none, is absent for them',
    run: async (storage: Storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([{ amount: LARGE, packageCode: 'CAPEX' }]);
      await stage.runDue();
      const transactionId = first(ids);
      const none = '0190b2a0-0000-7000-8000-000000000000';
      const payouts = [
        [{ transactionId }, { transactionId: none }, 'PayoutNotFound'],
        [{ jobId }, { jobId: none }, 'JobNotFound'],
      ] as const;
      for (const [asked, absent, refusal] of payouts) {
        assert.deepEqual(await kindsOf(stage, asked, 'u-head'), ['approval']);
        assert.deepEqual(await kindsOf(stage, asked, 'u-clerk'), [refusal]);
        assert.deepEqual(await kindsOf(stage, asked, 'u-newcomer'), [refusal]);
        assert.deepEqual(await kindsOf(stage, absent), [refusal]);
        const globex = { ...stage, tenant: GLOBEX };
        assert.deepEqual(await kindsOf(globex, asked), [refusal]);
      }
      assert.deepEqual(await kindsOf(stage, { jobId }, 'u-nobody'), ['ActorNotFound']);
    },
  },
  {
    title: 'a question is about exactly one thing',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([{}]);
      assert.deepEqual(await kindsOf(stage, {}), ['InvalidInput']);
      const both = { jobId, transactionId: first(ids) };
      assert.deepEqual(await kindsOf(stage, both), ['InvalidInput']);
    },
  },
  {
    title: 'what is paid, failed, rejected, cancelled or turned away waits for nothing',
    run: async (storage) => {
      const stage = await openStage(storage);
      for (const transactionId of await endings(stage))
        assert.deepEqual(await why(stage, { transactionId }), []);
    },
  },
];

const endings = async (stage: Stage): Promise<ReadonlyArray<TransactionId>> => {
  const payouts = await stage.pay([
    {},
    { to: 'CLOSED01' },
    { debitAccountNumber: '99999999' },
    { amount: LARGE },
  ]);
  const ids = payouts.map(({ transactionId }) => transactionId);
  await decide(stage, 'u-checker', ids.slice(3), 'reject');
  const statuses: string[] = [];
  for (const id of ids) statuses.push((await stage.payout(id)).status);
  assert.deepEqual(statuses, ['paid', 'failed', 'rejected', 'rejected']);
  return ids;
};

export const whyPayoutScenarios: ReadonlyArray<Scenario> = [
  ...approvalScenarios,
  ...intakeScenarios,
  ...sendingScenarios,
  ...jobScenarios,
  ...turnScenarios,
  ...reachScenarios,
];
