import assert from 'node:assert/strict';
import { E, type Plain } from '@hundi/core';
import type { DecidePayoutsInput } from '@hundi/core/wire';
import type { CorporateInput } from '../../kit/sandbox/demo-document.js';
import { waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';
import { HALF_MINUTE, openFactors, wordOf, type FactorStage } from '../stage/factor-stage.js';

const CHECKER = 'checker@acme.example';
const actorUserId = 'u-checker';
const LAKH = 10_000_000;

const rule = (approval: 'any' | 'passkey', aboveAmount?: number): Partial<CorporateInput> => ({
  secondFactor: {
    login: 'none',
    approval,
    ...(aboveAmount !== undefined && { aboveAmount }),
  },
});

type Given = Partial<Pick<Plain<DecidePayoutsInput>, 'challengeId' | 'code' | 'action'>>;

const short = (stage: FactorStage) => ({
  ask: async (transactionIds: ReadonlyArray<string>) =>
    expectRight(
      await stage.engine.askApprovalFactor(stage.tenant, {
        actorUserId,
        action: 'approve',
        transactionIds: [...transactionIds],
      }),
    ),
  decide: (ids: ReadonlyArray<string>, given: Given = {}) =>
    stage.engine.decidePayouts(stage.tenant, {
      actorUserId,
      action: 'approve',
      transactionIds: [...ids],
      ...given,
    }),
  statuses: async (ids: ReadonlyArray<string>) =>
    Promise.all(ids.map(async (id) => (await stage.payout(id as never)).status)),
});

export const factorApprovalScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'an approval without the factor that the corporate asks for is refused and approves nothing; with it, it is taken and journaled',
    run: async (storage) => {
      const stage = await openFactors(storage, rule('any'));
      const { ask, decide, statuses } = short(stage);
      const ids = await waiting(stage, 2);
      assert.equal(wordOf(await decide(ids)), 'SecondFactorNeeded');
      const asking = { actorUserId, action: 'approve', transactionIds: [...ids] } as const;
      const none = await stage.engine.askApprovalFactor(stage.tenant, asking);
      assert.equal(wordOf(none), 'SecondFactorNeeded');
      const app = await stage.app(await stage.person(CHECKER));
      const { challengeId } = await ask(ids);
      assert.equal(wordOf(await decide(ids, { challengeId, code: app.code(1) })), 'WrongFactor');
      assert.deepEqual(await statuses(ids), ['pending_approval', 'pending_approval']);

      const given = { challengeId, code: app.code() };
      const results = expectRight(await decide(ids, given));
      assert.ok(results.every(({ result }) => E.isRight(result)));
      assert.equal(wordOf(await decide(ids, given)), 'used');
      const entry = (await stage.journal(ids[0] ?? '')).find(
        ({ actor, to }) => actor === actorUserId && to === 'approved',
      );
      assert.deepEqual(entry?.changes['secondFactor'], { challengeId, kind: 'totp' });
    },
  },
  {
    title:
      'a factor that was given for some payouts approves no others, neither more nor fewer, nor for another person',
    run: async (storage) => {
      const stage = await openFactors(storage, rule('any'));
      const { ask, decide, statuses } = short(stage);
      const ids = await waiting(stage, 3);
      const [one = '', two = '', three = ''] = ids;
      const app = await stage.app(await stage.person(CHECKER));
      const { challengeId } = await ask([one, two]);
      const give = async (some: ReadonlyArray<string>) =>
        wordOf(await decide(some, { challengeId, code: app.code() }));
      assert.equal(await give([one, two, three]), 'OtherThanChallenged');
      assert.equal(await give([one]), 'OtherThanChallenged');
      assert.equal(await give([one, three]), 'OtherThanChallenged');
      const other = await stage.engine.decidePayouts(stage.tenant, {
        actorUserId: 'u-both',
        action: 'approve',
        transactionIds: [one, two],
        challengeId,
        code: app.code(),
      });
      assert.equal(wordOf(other), 'FactorChallengeNotFound');
      assert.deepEqual(
        await statuses(ids),
        ids.map(() => 'pending_approval'),
      );
      // However often: that was no guess.
      for (let n = 0; n < 12; n += 1) assert.equal(await give([one]), 'OtherThanChallenged');
      // In whatever order they are named.
      assert.equal(await give([two, one]), 'done');
      assert.deepEqual(await statuses([three]), ['pending_approval']);
    },
  },
  {
    title:
      'a challenge of a login or of a session approves nothing, and that of an approval opens neither',
    run: async (storage) => {
      const stage = await openFactors(storage, {
        secondFactor: { login: 'any', approval: 'any' },
      });
      const { ask, decide } = short(stage);
      const [id = ''] = await waiting(stage);
      const { token } = await stage.comeIn(CHECKER);
      const person = expectRight(await stage.engine.authenticateSession(token, 'to_enrol'));
      const app = await stage.app(person);
      const code = app.code();
      const own = expectRight(await stage.engine.askOwnFactor(person)).challengeId;
      const login = (await stage.next(CHECKER)).challengeId;
      for (const challengeId of [own, login])
        assert.equal(wordOf(await decide([id], { challengeId, code })), 'FactorChallengeNotFound');
      const { challengeId } = await ask([id]);
      assert.equal(await stage.loginWith(challengeId, code), 'FactorChallengeNotFound');
      const given = await stage.engine.giveOwnFactor(person, { challengeId, code });
      assert.equal(wordOf(given), 'FactorChallengeNotFound');
    },
  },
  {
    title:
      'what counts against the amount is the sum of the payouts of one request; a rejection needs no factor',
    run: async (storage) => {
      const stage = await openFactors(storage, rule('any', 2 * LAKH));
      const { decide, statuses } = short(stage);
      const jobs = await stage.post([LAKH, LAKH, LAKH, LAKH].map((amount) => ({ amount })));
      await stage.runDue();
      const [one = '', two = '', three = '', four = ''] = jobs.ids;
      assert.equal(wordOf(await decide([one, two, three])), 'SecondFactorNeeded');
      assert.equal(wordOf(await decide([one, two])), 'done');
      assert.equal(wordOf(await decide([one, three, four])), 'SecondFactorNeeded');
      assert.equal(wordOf(await decide([one, three, four], { action: 'reject' })), 'done');
      assert.deepEqual(await statuses([three, four]), ['rejected', 'rejected']);
    },
  },
  {
    title:
      'a job is approved with one factor for all of it, also where another checker decides on some of it meanwhile',
    run: async (storage) => {
      const stage = await openFactors(storage, rule('any'));
      const { engine, tenant } = stage;
      const { jobId, ids } = await stage.post(
        Array.from({ length: 1_200 }, () => ({ amount: 2_000_000 })),
      );
      await stage.runDue();
      const app = await stage.app(await stage.person(CHECKER));
      const job = { actorUserId, jobId, action: 'approve' } as const;
      assert.equal(wordOf(await engine.decideJob(tenant, job)), 'SecondFactorNeeded');
      const { challengeId } = expectRight(await engine.askApprovalFactor(tenant, job));
      const rejected = await engine.decidePayouts(tenant, {
        actorUserId: 'u-both',
        action: 'reject',
        transactionIds: ids.slice(0, 1),
      });
      expectRight(rejected);
      const given = { ...job, challengeId, code: app.code() };
      const results = expectRight(await engine.decideJob(tenant, given));
      assert.equal(results.length, 1_199);
      assert.ok(results.every(({ status }) => status === 'approved'));
      assert.equal(wordOf(await engine.decideJob(tenant, given)), 'used');
    },
  },
  {
    title:
      'an approval that is sent again under its idempotency key gets its answer, though the code is used and old',
    run: async (storage) => {
      const stage = await openFactors(storage, rule('any'));
      const { ask } = short(stage);
      const ids = await waiting(stage);
      const app = await stage.app(await stage.person(CHECKER));
      const { challengeId } = await ask(ids);
      const values = { action: 'approve', transactionIds: [...ids], challengeId, code: app.code() };
      const send = () =>
        stage.engine.idempotently(
          stage.tenant,
          { route: 'approve', key: 'once', values, userId: actorUserId },
          (changes) =>
            changes.decidePayouts(stage.tenant, { ...values, action: 'approve', actorUserId }),
        );
      const first = expectRight(await send());
      stage.clock.advance(4 * HALF_MINUTE);
      const second = expectRight(await send());
      assert.deepEqual([first.replayed, second.replayed], [false, true]);
      assert.deepEqual(second.answer, JSON.parse(JSON.stringify(first.answer)));
    },
  },
  {
    title:
      'where a passkey is asked for, an app and a recovery code approve nothing, and are not used up',
    run: async (storage) => {
      const stage = await openFactors(storage, rule('passkey'));
      const { ask, decide, statuses } = short(stage);
      const ids = await waiting(stage);
      const { token } = await stage.comeIn(CHECKER);
      const app = await stage.app(await stage.again(token));
      const { challengeId } = await ask(ids);
      const [recovery = ''] = app.confirmed.recoveryCodes ?? [];
      for (const code of [app.code(), recovery, ...Array.from({ length: 12 }, () => app.code())]) {
        const refused = expectLeft(await decide(ids, { challengeId, code }));
        assert.deepEqual(refused, { _tag: 'SecondFactorNeeded', kind: 'passkey' });
      }
      assert.deepEqual(await statuses(ids), ['pending_approval']);
      assert.equal(await stage.give(await stage.again(token), recovery), 'done');
      // None of them was a guess.
      assert.equal(await stage.give(await stage.again(token), app.code()), 'done');
    },
  },
];
