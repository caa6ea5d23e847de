import assert from 'node:assert/strict';
import type { Hundi, JobId, Storage } from '@hundi/core';
import { idsIn } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, postedOf } from '../stage/stage.js';

/** A little more than the time for which search terms wait behind the intake. */
const INDEXED = 31_000;

/** A storage that fails to make the payouts of jobs quick to find while `fails` says so. */
const unindexed = (
  storage: Storage,
  fails: (jobIds: ReadonlyArray<JobId>) => boolean,
): Storage => ({
  read: storage.read,
  atomically: (work) =>
    storage.atomically((stores) =>
      work({
        ...stores,
        payouts: {
          ...stores.payouts,
          index: (tenant, jobIds) => {
            if (fails(jobIds)) throw new Error('the disk is full');
            return stores.payouts.index(tenant, jobIds);
          },
        },
      }),
    ),
});

/** Jobs whose search terms are not written yet. */
const unwritten = async (engine: Hundi): Promise<number> =>
  (await engine.getBacklog()).duties
    .filter(({ duty }) => duty === 'arm-expiry' || duty === 'index-payouts')
    .reduce((sum, { waiting }) => sum + waiting, 0);

export const searchScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payout is found from its acceptance on, after intake and after its terms are written',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { ids, jobId } = await stage.post([
        { reference: 'INV-100', amount: 123_456 },
        { reference: 'INV-200', to: 'MEHTA02', amount: 789 },
        { reference: 'PO-300', to: 'CLOSED01', amount: 1_000 },
        { reference: 'LOST-400', beneficiaryId: 'nobody', amount: 2_000 },
      ]);
      const [sharma, mehta, failing, lost] = ids;
      const all = ids.toReversed();
      const found = async (): Promise<void> => {
        for (const [search, expected] of [
          ['sharma', [sharma]],
          ['STEEL', [sharma]],
          ['Payout to sharma st', [sharma]],
          ['payout to MEHTA', [mehta]],
          ['Payout to S', [sharma]],
          ['Payout to arma', []],
          ['Payout to nobody', [lost]],
          ['payout to ', all],
          ['Pay', all],
          ['mehta02', [mehta]],
          [await stage.beneficiary('MEHTA02'), [mehta]],
          ['INV-1', [sharma]],
          ['INV-', [mehta, sharma]],
          ['inv-', []],
          ['NV-1', []],
          ['PO-300', [failing]],
          ['LOST', [lost]],
          ['nobody', [lost]],
          ['obody', []],
          ['Run of p', all],
          [jobId, all],
          ['123456', [sharma]],
          ['1234.56', [sharma]],
          ['7.89', [mehta]],
          ['7.8', []],
          ['%', []],
          ['_', []],
        ] as ReadonlyArray<readonly [string, ReadonlyArray<string>]>) {
          assert.deepEqual(await idsIn(stage, { search }), expected, search);
        }
      };

      await found();
      await stage.runDue();
      await found();
      await stage.advance(INDEXED);
      await found();
      assert.deepEqual(await idsIn(stage, { search: 'INV-', status: 'paid' }), [mehta, sharma]);
      assert.deepEqual(await idsIn(stage, { search: 'PO-', status: 'failed' }), [failing]);
    },
  },
  {
    title: 'a payout is found by an apiRefNumber as its partner wrote it, and not as others would',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const batch = { ...(await stage.bodyOf([{}])), apiRefNumber: 'Cafe\u0301 7' };
      const { ids } = postedOf(
        expectRight(await stage.engine.acceptBatch(stage.tenant, { key: 'k', batch })),
      );
      for (const _ of ['before its terms are written', 'after']) {
        assert.deepEqual(await idsIn(stage, { search: 'Cafe\u0301' }), ids);
        assert.deepEqual(await idsIn(stage, { search: 'Caf\u00e9' }), []);
        await stage.advance(INDEXED);
      }
    },
  },
  {
    title: 'search terms wait behind the intake for half a minute, and then nothing is left to do',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      await stage.post([{}]);
      const at = stage.clock.now();
      await stage.runDue();
      assert.equal(await stage.engine.nextDue(), at + 30_000);
      await stage.advance(30_000);
      assert.equal(await stage.engine.nextDue(), undefined);
    },
  },
  {
    title:
      'search terms that cannot be written are retried until they can, hold up no other, and raise an incident',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const [bad, good] = [await stage.post([{}, {}]), await stage.post([{}])];
      const ids = [...bad.ids, ...good.ids].sort().reverse();
      let isFull = true;
      const engine = stage.another({
        storage: unindexed(storage, (jobIds) => isFull && jobIds.includes(bad.jobId)),
      });
      await engine.runDue();
      assert.equal(await unwritten(engine), 2);
      for (let minute = 0; minute < 30; minute += 1) {
        stage.clock.advance(60_000);
        await engine.runDue();
        assert.equal(await unwritten(engine), 1);
        assert.deepEqual(await idsIn(stage, { search: 'REF-' }), ids);
      }

      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['indexing_failed', bad.jobId]],
      );

      isFull = false;
      stage.clock.advance(60_000);
      await engine.runDue();
      assert.equal(await unwritten(engine), 0);
      assert.deepEqual(await idsIn(stage, { search: 'REF-' }), ids);
    },
  },
];
