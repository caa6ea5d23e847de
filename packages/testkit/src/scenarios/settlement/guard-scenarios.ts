import assert from 'node:assert/strict';
import type { BankRail, GuardVerdict, Hundi, SendGuard, Storage, TransactionId } from '@hundi/core';
import { decideHeldPayout, listHeldPayouts } from '@hundi/core/operator';
import { bankRefOf } from '@hundi/core/rail';
import { velocityGuard } from '../../kit/bank/velocity-guard.js';
import { commit } from '../../kit/build/commit.js';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { aTransactionId } from '../../kit/build/ids.js';
import { stageDocument } from '../stage/stage-document.js';
import { decide, first, waiting } from '../stage/approval-stage.js';
import { ADMIN, ADMIN_2, statusOf, THREE_ADMINS } from '../stage/under-way-stage.js';
import { withWindow } from '../stage/with-window.js';
import { FORGETFUL, forgottenSends, statusesOf, workOn } from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage, type Stage } from '../stage/stage.js';

const MINUTE = 60_000;
const HELD = ['approved', 'held_for_review'];

type Kind = GuardVerdict['kind'] | 'away' | 'nonsense';

/** A guard that answers what it is told, and the payouts that it was asked about. */
const toldGuard = () => {
  const asked: string[] = [];
  let says: Kind = 'go';
  const guard: SendGuard = {
    screen: async (questions) => {
      if (says === 'away') throw new Error('the guard is away');
      const kind = says;
      asked.push(...questions.map(({ order }) => order.transactionId));
      return questions.map(() =>
        kind === 'nonsense'
          ? ({ kind: 'perhaps' } as unknown as GuardVerdict)
          : { kind, code: 'list_match', reason: 'the payee is on a list' },
      );
    },
  };
  return {
    guard,
    asked,
    say: (kind: Kind) => {
      says = kind;
    },
  };
};

/** A process with a guard over the stage, and a payout that it has looked at. */
const guarded = async (storage: Storage, says: Kind, acme?: Partial<CorporateInput>) => {
  const stage = await openStage(storage, acme);
  const told = toldGuard();
  told.say(says);
  const engine = stage.another({ sendGuard: told.guard });
  const { ids } = await stage.post([{ reference: 'HELD-1' }]);
  await engine.runDue();
  return { stage, ...told, engine, id: first(ids) };
};

const operator = (stage: Stage, transactionId: TransactionId) => ({
  release: (name: string) =>
    decideHeldPayout(stage, { transactionId, operator: name, decision: 'release' }),
  refuse: (name: string) =>
    decideHeldPayout(stage, { transactionId, operator: name, decision: 'refuse' }),
});

const incidents = (storage: Storage) =>
  storage.read(async ({ journal }) =>
    (await journal.latestIncidents(100)).map(({ incident }) => incident.kind),
  );

const later = async ({ clock }: Stage, engine: Hundi, ms: number) => {
  clock.advance(ms);
  await engine.runDue();
};

const reviewOf = async (stage: Stage, id: TransactionId) =>
  (await stage.journal(`review_${id}`)).map(({ to, actor }) => [to, actor]);

export const guardScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payout that the guard lets go is sent at once, and the journal has the verdict',
    run: async (storage) => {
      const { stage, id, asked } = await guarded(storage, 'go');
      assert.notEqual((await stage.payout(id)).status, 'approved');
      assert.deepEqual(asked, [id]);
      assert.deepEqual(await reviewOf(stage, id), [['go', 'send-guard']]);
    },
  },
  {
    title:
      'a payout that the guard holds is sent once two operators release it, and not by one alone',
    run: async (storage) => {
      const { stage, id, engine, asked, say } = await guarded(storage, 'hold');
      assert.deepEqual(await statusOf(stage, id), HELD);
      const [held] = await listHeldPayouts(storage, { limit: 10 });
      assert.deepEqual(
        [held?.payout.transactionId, held?.state, held?.code, held?.reason],
        [id, 'held', 'list_match', 'the payee is on a list'],
      );
      const { release } = operator(stage, id);

      assert.equal(expectRight(await release('N. Rao')).state, 'release_asked');
      for (const same of ['n. rao', 'N.  RAO', 'N.\u00a0Rao'])
        assert.equal(expectLeft(await release(same))._tag, 'SecondOperatorNeeded');
      say('go');
      await later(stage, engine, 60 * MINUTE);
      assert.deepEqual(await statusOf(stage, id), HELD);
      assert.equal(expectRight(await release('B. Sen')).state, 'released');
      await engine.runDue();

      assert.notEqual((await stage.payout(id)).status, 'approved');
      assert.deepEqual(asked, [id]);
      assert.deepEqual(await listHeldPayouts(storage, { limit: 10 }), []);
      assert.deepEqual(await reviewOf(stage, id), [
        ['held', 'send-guard'],
        ['release_asked', 'operator N. Rao'],
        ['released', 'operator B. Sen'],
      ]);
    },
  },
  {
    title: 'a held payout is listed however many payouts are to be sent before it',
    asksStore: true,
    run: async (storage) => {
      const { stage, id } = await guarded(storage, 'hold');
      await commit(storage, ({ work }) =>
        work.add(
          Array.from({ length: 1_000 }, (_, n) => ({
            duty: 'send-to-bank' as const,
            subject: aTransactionId(n),
            tenant: stage.tenant,
            runAt: n,
          })),
        ),
      );

      const held = await listHeldPayouts(storage, { limit: 1 });

      assert.deepEqual(
        held.map(({ payout }) => payout.transactionId),
        [id],
      );
    },
  },
  {
    title: 'a payout that two operators refuse ends as cancelled, and its reference is free',
    run: async (storage) => {
      const { stage, id, engine } = await guarded(storage, 'hold');
      const { release, refuse } = operator(stage, id);
      expectRight(await release('A'));
      assert.equal(expectRight(await refuse('B')).state, 'refusal_asked');
      assert.equal(expectRight(await refuse('A')).state, 'refused');
      await later(stage, engine, 60 * MINUTE);

      assert.deepEqual(await statusOf(stage, id), ['cancelled', 'refused_before_sending']);
      assert.equal(expectLeft(await release('A'))._tag, 'PayoutNotHeld');
      const [again] = await stage.pay([{ reference: 'HELD-1' }]);
      assert.notEqual(again?.status, 'rejected');
    },
  },
  {
    title: 'a payout that the guard refuses is never sent, and ends as cancelled with its event',
    run: async (storage) => {
      const { stage, id, engine } = await guarded(storage, 'refuse');
      await later(stage, engine, 60 * MINUTE);
      assert.deepEqual(await statusOf(stage, id), ['cancelled', 'refused_before_sending']);
      const last = (await stage.journal(id)).at(-1);
      assert.deepEqual(
        [last?.from, last?.to, last?.actor],
        ['approved', 'cancelled', 'send-guard'],
      );
      assert.equal((await stage.bank.orders()).length, 0);
    },
  },
  ...(['away', 'nonsense'] as const).map((says) => ({
    title: `a payout waits while the guard ${says === 'away' ? 'is away' : 'answers nonsense'}, with one incident, and goes once it answers`,
    run: async (storage: Storage) => {
      const { stage, id, engine, say } = await guarded(storage, says);
      assert.deepEqual(await statusOf(stage, id), HELD);
      assert.deepEqual(await listHeldPayouts(storage, { limit: 10 }), []);
      await later(stage, engine, 2 * MINUTE);
      await later(stage, engine, 2 * MINUTE);
      assert.deepEqual(await incidents(storage), ['guard_away']);
      say('go');
      await later(stage, engine, 2 * MINUTE);
      assert.notEqual((await stage.payout(id)).status, 'approved');
    },
  })),
  {
    title:
      'a payout of a package that says so goes while the guard is away, and the journal says so',
    run: async (storage) => {
      const stage = await openStage(storage);
      const document = stageDocument();
      const [bank] = document.bankTenants;
      for (const one of bank?.corporates ?? [])
        for (const sold of one.packages ?? [])
          Object.assign(sold, {
            effectiveConfiguration: { ...sold.effectiveConfiguration, whenGuardIsAway: 'go' },
          });
      expectRight(await stage.engine.provision(document));
      const told = toldGuard();
      told.say('away');
      const engine = stage.another({ sendGuard: told.guard });
      const id = first((await stage.post([{}])).ids);
      await engine.runDue();
      assert.notEqual((await stage.payout(id)).status, 'approved');
      assert.deepEqual(await reviewOf(stage, id), [['unanswered', 'send-guard']]);
    },
  },
  {
    title: 'a payout that the guard holds stays held in a process without a guard',
    run: async (storage) => {
      const { stage, id } = await guarded(storage, 'hold');
      await later(stage, stage.engine, 60 * MINUTE);
      assert.deepEqual(await statusOf(stage, id), HELD);
    },
  },
  {
    title:
      'a payout that the guard holds stays held in a process without a guard once its maker is under review no more',
    run: async (storage) => {
      const { stage, id } = await guarded(storage, 'hold', THREE_ADMINS);
      const { engine, tenant } = stage;
      const maker = { userId: 'u-maker' };
      expectRight(await engine.suspendPerson(tenant, { ...maker, actorUserId: ADMIN, hold: true }));
      expectRight(await engine.releasePerson(tenant, { ...maker, actorUserId: ADMIN_2 }));
      await later(stage, engine, 60 * MINUTE);
      assert.deepEqual(await statusOf(stage, id), HELD);
    },
  },
  {
    title:
      'a payout that the guard holds stays held in a process without a guard once the bank opens again',
    asksStore: true,
    run: async (storage) => {
      const { stage, engine, id } = await guarded(storage, 'hold', withWindow('09:00', '18:00'));
      // 18:05 in India.
      stage.clock.set(Date.UTC(2026, 0, 5, 12, 35));
      await engine.runDue();
      assert.deepEqual(await statusOf(stage, id), ['approved', 'bank_window_closed']);
      stage.clock.set(Date.UTC(2026, 0, 6, 3, 30));
      await stage.engine.runDue();
      assert.deepEqual(await statusOf(stage, id), HELD);
    },
  },
  {
    title:
      'a payout that the guard holds is not sent, even if the bank accepts it after a restore and then has it no more',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { traits: { deduplicates: false } });
      const told = toldGuard();
      told.say('hold');
      let says: 'accepted' | 'absent' = 'accepted';
      const sent: string[] = [];
      const { rail } = stage.bank;
      const bankRail: BankRail = {
        ...rail,
        submit: (orders) => {
          sent.push(...orders.map(({ transactionId }) => transactionId));
          return rail.submit(orders);
        },
        query: (orders) => Promise.resolve(orders.map(() => ({ kind: says }))),
      };
      const id = first((await stage.post([{}])).ids);
      await stage.another({ sendGuard: told.guard, bankRail }).runDue();
      await forgottenSends(stage, []);
      const restored = stage.another({ sendGuard: told.guard, bankRail });
      const verdict = { kind: 'accepted' } as const;
      await restored.takeBankReports([{ reportId: 'R1', bankRef: bankRefOf(id), verdict }]);
      assert.equal((await stage.payout(id)).status, 'sent_to_bank');
      says = 'absent';
      await workOn(stage, restored);
      assert.deepEqual(sent, []);
      assert.equal(expectLeft(await operator(stage, id).release('B. Sen'))._tag, 'PayoutNotHeld');
    },
  },
  {
    title:
      'a verdict outlives the process that asked for it: another one sends the payout once, and asks no guard',
    run: async (storage) => {
      const stage = await openStage(storage);
      const [told, other] = [toldGuard(), toldGuard()];
      const dying = stage.another({ sendGuard: told.guard });
      const id = first((await stage.post([{}])).ids);
      for (const { name, run } of dying.duties)
        if (name !== 'send-to-bank') while ((await run()) > 0);
      await dying.duties.find(({ name }) => name === 'send-to-bank')?.run();
      assert.deepEqual(await reviewOf(stage, id), [['go', 'send-guard']]);
      assert.equal((await stage.bank.orders()).length, 0);

      await stage.another({ sendGuard: other.guard }).runDue();

      assert.equal((await stage.bank.orders()).length, 1);
      assert.deepEqual([told.asked, other.asked], [[id], []]);
    },
  },
  {
    title:
      'in a restored database the guard, and two operators, refuse nothing that the bank may have',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage, {}, FORGETFUL);
      const ids = await waiting(stage, 2);
      await decide(stage, 'u-checker', ids, 'approve');
      await forgottenSends(stage, ids.slice(0, 1));
      const told = toldGuard();
      told.say('refuse');
      const engine = stage.another({ sendGuard: told.guard });
      await workOn(stage, engine, 5);
      const operators = ids.map((id) => operator(stage, id));
      const { refuse } = operator(stage, first(ids));

      for (const id of ids) assert.deepEqual(await statusOf(stage, id), HELD);
      expectRight(await refuse('A'));
      assert.equal(expectLeft(await refuse('B'))._tag, 'StillInDoubt');
      for (const { release } of operators)
        for (const name of ['A', 'B']) expectRight(await release(name));
      await workOn(stage, engine);

      assert.deepEqual(await statusesOf(stage, ids), ['paid', 'paid']);
      assert.equal((await stage.bank.orders()).length, 2);
    },
  },
  {
    title:
      'two operators refuse nothing that the bank may have before any process has seen the restore',
    asksStore: true,
    run: async (storage) => {
      const { stage, id } = await guarded(storage, 'hold');
      const { refuse } = operator(stage, id);
      expectRight(await refuse('A'));
      await forgottenSends(stage, [id]);
      const other = operator(stage, aTransactionId(1));
      assert.equal(expectLeft(await other.refuse('B'))._tag, 'PayoutNotHeld');
      assert.equal(await storage.read(({ doubts }) => doubts.line()), undefined);
      assert.equal(expectLeft(await refuse('B'))._tag, 'StillInDoubt');
      assert.deepEqual(await statusOf(stage, id), HELD);
    },
  },
  {
    title: 'a velocity guard holds what would bring one payee above its amount of a day',
    run: async (storage) => {
      const stage = await openStage(storage);
      const engine = stage.another({ sendGuard: velocityGuard({ paiseADay: 100_000 }) });
      const { ids } = await stage.post([{ amount: 60_000 }, { amount: 60_000 }]);
      await engine.runDue();
      const codes: unknown[] = [];
      for (const id of ids) codes.push((await statusOf(stage, id))[1] ?? 'sent');
      assert.equal(codes.filter((code) => code === 'held_for_review').length, 1);
    },
  },
];
