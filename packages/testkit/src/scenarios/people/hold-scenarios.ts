import assert from 'node:assert/strict';
import { E, type Storage, type TransactionId } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { besideUnit } from '../stage/beside-unit.js';
import { stageDocument } from '../stage/stage-document.js';
import { decide, first, waiting } from '../stage/approval-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, postedOf } from '../stage/stage.js';
import {
  ADMIN,
  ADMIN_2,
  open,
  QUARTER,
  statusOf,
  THREE_ADMINS,
  TUESDAY,
  TUESDAY_STARTS,
} from '../stage/under-way-stage.js';

const MINUTE = 60_000;
const HELD = ['approved', 'held_for_review'];

/** A storage whose first unit that writes a corporate starts `beside` right before. */
const beforeItCommits = (storage: Storage, beside: () => Promise<unknown>) =>
  besideUnit(storage, { store: 'tenancy', method: 'putCorporate', when: 'before' }, beside);

export const holdScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a document that another process applies while a hold commits does not end it',
    run: async (storage) => {
      const stage = await open(storage, THREE_ADMINS);
      const { engine, tenant } = stage;
      const { slow, ended } = beforeItCommits(storage, async () =>
        engine.provision(stageDocument(THREE_ADMINS)),
      );
      const input = { actorUserId: ADMIN, userId: 'u-maker', hold: true };
      expectRight(await stage.another({ storage: slow }).suspendPerson(tenant, input));
      await ended();

      const people = expectRight(await engine.listPeople(tenant, { actorUserId: ADMIN }));
      const maker = people.find(({ userId }) => userId === 'u-maker');
      assert.deepEqual([maker?.isSuspended, maker?.heldBy], [true, ADMIN]);
    },
  },
  {
    title:
      'a document that another process applies while settings are written takes none of them back',
    run: async (storage) => {
      const stage = await open(storage);
      const { engine, tenant } = stage;
      const { slow, ended } = beforeItCommits(storage, async () =>
        engine.provision(stageDocument()),
      );
      const settings = { destinationHosts: ['new.example'], statementDescriptor: 'NEW' };
      const input = { actorUserId: ADMIN, ...settings };
      expectRight(await stage.another({ storage: slow }).putCheckoutSettings(tenant, input));
      await ended();

      const asked = await engine.getCheckoutSettings(tenant, { actorUserId: ADMIN });
      assert.deepEqual(expectRight(asked), settings);
    },
  },
  {
    title:
      'what a user makes or approves while their suspension commits is held, by whatever clock it was made',
    run: async (storage) => {
      const stage = await open(storage);
      const { clock, tenant } = stage;
      const capex = await waiting(stage, 1, 'CAPEX', { by: 'u-maker-2' });
      const made: TransactionId[] = [];
      const hold = async (userId: string, beside: () => Promise<unknown>) => {
        const { slow, ended } = beforeItCommits(storage, async () => {
          clock.advance(MINUTE);
          await beside();
          clock.advance(-MINUTE);
        });
        const input = { actorUserId: ADMIN, userId, hold: true };
        expectRight(await stage.another({ storage: slow }).suspendPerson(tenant, input));
        await ended();
      };
      await hold('u-maker', async () => {
        const batch = await stage.bodyOf([{ payoutDate: TUESDAY }]);
        const accepted = await stage.engine.acceptBatch(tenant, { key: 'late', batch });
        if (E.isRight(accepted)) made.push(...postedOf(accepted.right).ids);
        await stage.runDue();
      });
      await hold('u-checker', () => decide(stage, 'u-checker', capex));
      await decide(stage, 'u-head', capex);

      await stage.advance(TUESDAY_STARTS - clock.now());
      for (const id of made)
        assert.deepEqual(await statusOf(stage, id), ['scheduled', 'held_for_review']);
      const [status, code] = await statusOf(stage, first(capex));
      // Where units follow each other the checker is refused, and the payout goes on waiting for them.
      const isDecided = status !== 'partially_approved' && status !== 'pending_approval';
      assert.deepEqual(isDecided ? [status, code] : HELD, HELD);
    },
  },
  {
    title:
      'a second hold covers what its user made since the first, and neither who asked for one may release it',
    run: async (storage) => {
      const stage = await open(storage, THREE_ADMINS);
      const { engine, tenant } = stage;
      const hold = (actorUserId: string) =>
        engine.suspendPerson(tenant, { actorUserId, userId: 'u-maker', hold: true });
      const release = (actorUserId: string) =>
        engine.releasePerson(tenant, { actorUserId, userId: 'u-maker' });
      const before = await stage.dated('u-maker');
      const { heldAt } = expectRight(await hold(ADMIN));
      expectRight(await stage.reinstate('u-maker'));
      stage.clock.advance(MINUTE);
      const since = await stage.dated('u-maker');
      assert.deepEqual(await statusOf(stage, since), ['scheduled', undefined]);
      stage.clock.advance(MINUTE);

      for (const again of [await hold(ADMIN_2), await hold(ADMIN_2)]) {
        const shown = expectRight(again);
        assert.deepEqual(
          [shown.heldAt, shown.heldBy, shown.heldAlsoBy],
          [heldAt, ADMIN, [ADMIN_2]],
        );
      }
      assert.equal(expectLeft(await hold('u-admin-3'))._tag, 'NobodyToRelease');
      await stage.advance(TUESDAY_STARTS - stage.clock.now());
      for (const id of [before, since])
        assert.deepEqual(await statusOf(stage, id), ['scheduled', 'held_for_review']);
      for (const asker of [ADMIN, ADMIN_2])
        assert.equal(expectLeft(await release(asker))._tag, 'OwnHold');
      expectRight(await release('u-admin-3'));
      await stage.advance(QUARTER);
      for (const id of [before, since])
        assert.deepEqual(await statusOf(stage, id), ['paid', undefined]);
      const entries = await stage.journal('user_u-maker');
      assert.deepEqual(
        entries.flatMap(({ actor, changes: { held } }) =>
          held === undefined ? [] : [[actor, held]],
        ),
        [
          [ADMIN, true],
          [ADMIN_2, true],
          ['u-admin-3', false],
        ],
      );
    },
  },
  {
    title: 'a suspension without a hold extends none that its user has from before',
    run: async (storage) => {
      const stage = await open(storage, THREE_ADMINS);
      const { engine, tenant } = stage;
      const before = await stage.dated('u-maker');
      const input = { actorUserId: ADMIN, userId: 'u-maker', hold: true };
      expectRight(await engine.suspendPerson(tenant, input));
      expectRight(await stage.reinstate('u-maker'));
      stage.clock.advance(MINUTE);
      const since = await stage.dated('u-maker');
      expectRight(await stage.suspend('u-maker'));
      stage.clock.advance(MINUTE);
      expectRight(await stage.reinstate('u-maker'));

      await stage.advance(TUESDAY_STARTS - stage.clock.now());
      assert.deepEqual(await statusOf(stage, before), ['scheduled', 'held_for_review']);
      assert.deepEqual(await statusOf(stage, since), ['paid', undefined]);
    },
  },
  {
    title: 'a suspension and its hold stand even where what is under way cannot be read',
    run: async (storage) => {
      const stage = await open(storage);
      const { tenant } = stage;
      const scheduled = await stage.dated('u-maker');
      const unreadable = (stores: Stores): Stores => ({
        ...stores,
        payouts: { ...stores.payouts, awaiting: () => Promise.reject(new Error('too slow')) },
      });
      const engine = stage.another({
        storage: {
          ...storage,
          atomically: (work, ...options) =>
            storage.atomically((stores) => work(unreadable(stores)), ...options),
          read: (work) => storage.read((stores) => work(unreadable(stores))),
        },
      });
      const input = { actorUserId: ADMIN, userId: 'u-maker', hold: true };
      await assert.rejects(engine.suspendPerson(tenant, input), /too slow/);
      const people = expectRight(await stage.engine.listPeople(tenant, { actorUserId: ADMIN }));
      const maker = people.find(({ userId }) => userId === 'u-maker');
      assert.deepEqual([maker?.isSuspended, maker?.heldBy], [true, ADMIN]);

      const again = expectRight(await stage.engine.suspendPerson(tenant, input));
      assert.equal(again.underWay.made.count, 1);
      assert.deepEqual(await statusOf(stage, scheduled), ['scheduled', 'held_for_review']);
      assert.deepEqual(
        (await stage.journal('user_u-maker')).map(({ actor, changes }) => [actor, changes]),
        [
          [ADMIN, {}],
          [ADMIN, { held: true }],
        ],
      );
    },
  },
];
