import assert from 'node:assert/strict';
import type { Storage } from '@hundi/core';
import { stageDocument } from '../stage/stage-document.js';
import { decide, first, waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';

const DAY = 86_400_000;

/** The demo, and short ways to name deputies. */
const open = async (storage: Storage) => {
  const stage = await openStage(storage);
  const { engine, tenant, clock } = stage;
  const named = (who: string, deputy: string, days = 7, from?: number) =>
    engine.nameDeputy(tenant, {
      actorUserId: who,
      deputyUserId: deputy,
      until: clock.now() + days * DAY,
      ...(from !== undefined && { from }),
    });
  return {
    ...stage,
    named,
    name: async (...asked: Parameters<typeof named>) => expectRight(await named(...asked)),
    end: async (who: string) => expectRight(await engine.endDeputy(tenant, { actorUserId: who })),
    deputies: async (who: string) =>
      expectRight(await engine.getDeputy(tenant, { actorUserId: who })),
    listed: async (who: string) => {
      const asked = { actorUserId: who, limit: 10 };
      return expectRight(await engine.listApprovals(tenant, asked)).items.length;
    },
  };
};

export const deputyScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a deputy approves what the roles of the person reach who named them, from then until then',
    run: async (storage) => {
      const stage = await open(storage);
      const start = stage.clock.now() + DAY;
      await stage.name('u-checker', 'u-clerk', 3, start);
      const [one, two, three] = await waiting(stage, 3);
      assert.deepEqual(await decide(stage, 'u-clerk', [one as never]), ['NotAnApprover']);

      stage.clock.advance(DAY);
      assert.equal(await stage.listed('u-clerk'), 3);
      assert.deepEqual(await decide(stage, 'u-clerk', [one as never]), ['approved']);
      assert.deepEqual(await decide(stage, 'u-clerk', [two as never], 'reject'), ['rejected']);
      const [, approved] = await stage.journal(one as string);
      assert.equal(approved?.actor, 'u-clerk');

      stage.clock.advance(2 * DAY);
      assert.deepEqual(await decide(stage, 'u-clerk', [three as never]), ['NotAnApprover']);
    },
  },
  {
    title: 'neither a deputy nor whoever named them decides on what one of the two made',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.name('u-both', 'u-clerk');
      await stage.name('u-checker', 'u-maker');
      const ofBoth = await waiting(stage, 1, 'VENDOR', { by: 'u-both' });
      const ofMaker = await waiting(stage, 1, 'VENDOR', { by: 'u-maker' });
      for (const action of ['approve', 'reject'] as const) {
        assert.deepEqual(await decide(stage, 'u-clerk', ofBoth, action), ['OwnPayout']);
        assert.deepEqual(await decide(stage, 'u-maker', ofMaker, action), ['OwnPayout']);
      }
      assert.equal(await stage.listed('u-clerk'), 1);
      assert.deepEqual(await decide(stage, 'u-maker', ofBoth), ['approved']);
      assert.deepEqual(await decide(stage, 'u-clerk', ofMaker), ['approved']);
    },
  },
  {
    title: 'a person and their deputy have one vote by the same roles, whoever says it first',
    run: async (storage) => {
      const [vendor = assert.fail()] = stageDocument().bankTenants[0]?.corporates ?? [];
      const levels = [{ roleCodes: ['checker'], approvals: 2 }];
      const approvalMatrix = [{ packageCodes: null, tiers: [{ upToAmount: null, levels }] }];
      const stage = await openStage(storage, { ...vendor, approvalMatrix });
      const { engine, tenant, clock } = stage;
      expectRight(
        await engine.nameDeputy(tenant, {
          actorUserId: 'u-checker',
          deputyUserId: 'u-head',
          until: clock.now() + DAY,
        }),
      );
      const [one, two] = await waiting(stage, 2);
      assert.deepEqual(await decide(stage, 'u-checker', [one as never]), ['pending_approval']);
      assert.deepEqual(await decide(stage, 'u-head', [one as never]), ['NotAtThisLevel']);
      assert.deepEqual(await decide(stage, 'u-head', [two as never]), ['pending_approval']);
      assert.deepEqual(await decide(stage, 'u-checker', [two as never]), ['AlreadyApproved']);
      assert.deepEqual(await decide(stage, 'u-head', [two as never]), ['AlreadyApproved']);
      assert.deepEqual(await decide(stage, 'u-both', [one as never, two as never]), [
        'approved',
        'approved',
      ]);
    },
  },
  {
    title: 'a deputy who holds the roles of two levels has one vote over both',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.name('u-head', 'u-checker');
      const payouts = await waiting(stage, 1, 'CAPEX');
      assert.deepEqual(await decide(stage, 'u-checker', payouts), ['partially_approved']);
      assert.deepEqual(await decide(stage, 'u-checker', payouts), ['AlreadyApproved']);
      assert.deepEqual(await decide(stage, 'u-head', payouts), ['approved']);
    },
  },
  {
    title: 'a deputy of a deputy decides nothing, and who has a deputy is named by nobody',
    run: async (storage) => {
      const stage = await open(storage);
      await stage.name('u-checker', 'u-head');
      await stage.name('u-head', 'u-clerk');
      const fault = expectLeft(await stage.named('u-both', 'u-head'));
      assert.equal(fault._tag === 'InvalidInput' && fault.issues[0]?.pointer, '/deputyUserId');

      const payouts = await waiting(stage, 1, 'CAPEX');
      // The level asks for a checker: the head has that role on behalf of one, and hands on only their own.
      assert.deepEqual(await decide(stage, 'u-clerk', payouts), ['NotAtThisLevel']);
      assert.deepEqual(await decide(stage, 'u-head', payouts), ['partially_approved']);
    },
  },
  {
    title: 'a deputy acts for nobody who is suspended, and a suspended deputy for nobody',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      await stage.name('u-checker', 'u-clerk');
      await stage.name('u-head', 'u-maker-2');
      const payouts = await waiting(stage, 1);
      for (const userId of ['u-checker', 'u-maker-2'])
        expectRight(await engine.suspendPerson(tenant, { actorUserId: 'u-admin', userId }));
      for (const who of ['u-clerk', 'u-maker-2'])
        assert.deepEqual(await decide(stage, who, payouts), ['NotAnApprover']);
    },
  },
  {
    title:
      'naming again replaces a deputy, provisioning keeps them, ending ends it, and the journal tells',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      await stage.name('u-checker', 'u-clerk');
      const { deputy } = await stage.name('u-checker', 'u-maker');
      assert.equal(deputy?.userId, 'u-maker');
      assert.deepEqual((await stage.deputies('u-clerk')).deputyFor, []);
      expectRight(await stage.engine.provision(stageDocument()));
      const payouts = await waiting(stage, 1, 'VENDOR', { by: 'u-maker-2' });
      assert.equal((await stage.deputies('u-maker')).deputyFor[0]?.username, 'checker');

      assert.equal((await stage.end('u-checker')).deputy, null);
      assert.deepEqual(await stage.end('u-checker'), await stage.deputies('u-checker'));
      assert.deepEqual(await decide(stage, 'u-maker', payouts), ['NotAnApprover']);
      const entries = await stage.journal('user_u-checker');
      assert.deepEqual(
        entries.map(({ changes }) => (changes['deputy'] as { userId?: string } | null)?.userId),
        ['u-clerk', 'u-maker', undefined],
      );
    },
  },
  {
    title: 'a deputy is another active person, for a time that is to come and within 90 days',
    run: async (storage) => {
      const stage = await open(storage);
      for (const deputy of ['u-checker', 'u-erp', 'u-newcomer', 'u-nobody'])
        assert.equal(expectLeft(await stage.named('u-checker', deputy))._tag, 'InvalidInput');
      for (const days of [0, -1, 91])
        assert.equal(
          expectLeft(await stage.named('u-checker', 'u-clerk', days))._tag,
          'InvalidInput',
        );
      const later = stage.clock.now() + 8 * DAY;
      assert.equal(
        expectLeft(await stage.named('u-checker', 'u-clerk', 7, later))._tag,
        'InvalidInput',
      );
      assert.equal(expectLeft(await stage.named('u-maker', 'u-clerk'))._tag, 'NotAnApprover');
      assert.deepEqual(await stage.deputies('u-checker'), { deputy: null, deputyFor: [] });
    },
  },
  {
    title: 'two namings of one person at once leave one deputy',
    asksStore: true,
    run: async (storage) => {
      const stage = await open(storage);
      await Promise.all([
        stage.name('u-checker', 'u-clerk'),
        stage.name('u-checker', 'u-maker'),
        stage.name('u-checker', 'u-maker-2'),
      ]);
      const payouts = await waiting(stage, 1, 'VENDOR', { by: 'u-both' });
      const outcomes = [];
      for (const who of ['u-clerk', 'u-maker', 'u-maker-2'])
        outcomes.push(...(await decide(stage, who, [first(payouts)])));
      assert.deepEqual(outcomes.toSorted(), ['NotAnApprover', 'NotAnApprover', 'approved']);
    },
  },
];
