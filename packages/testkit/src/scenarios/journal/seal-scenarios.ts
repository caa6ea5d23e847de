import assert from 'node:assert/strict';
import type { Storage, TransactionId } from '@hundi/core';
import { allSealed, eventsAbout, runOnly } from '../stage/event-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';

/** A backlog of sends, each with an entry to seal: more than sealing writes in a commit. */
const BACKLOG = 2_100;

const PAUSE_MS = 250;

const sealingOf = ({ engine }: Stage) => {
  const sealing = engine.duties.find(({ name }) => name === 'seal-journal');
  if (sealing === undefined) throw new Error('no duty seals');
  return sealing;
};

const sealedOf = async ({ storage, tenant }: Stage): Promise<number> =>
  (await storage.read(({ seals }) => seals.head(tenant))).ordinal;

const withBacklog = async (storage: Storage): Promise<Stage> => {
  const stage = await openStage(storage);
  await stage.runDue();
  await stage.post(Array.from({ length: BACKLOG }, () => ({})));
  await runOnly(stage, 'process-jobs');
  return stage;
};

/** Which process seals the first, the second and the third entry of a payout. */
const ORDERS = [
  [0, 0, 0],
  [0, 0, 1],
  [0, 1, 0],
  [0, 1, 1],
  [0, 1, 2],
];

export const sealScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'sealing gives way to a backlog of sends, and seals the rest once it is gone',
    asksStore: true,
    run: async (storage) => {
      const stage = await withBacklog(storage);
      const sealing = sealingOf(stage);
      const before = await sealedOf(stage);

      await sealing.run();
      assert.equal(await sealedOf(stage), before + 1_000);
      assert.equal(sealing.restsUntil?.(), stage.clock.now() + PAUSE_MS);
      await runOnly(stage, 'send-to-bank');
      await sealing.run();
      assert.equal(sealing.restsUntil(), undefined);
      assert.ok((await sealedOf(stage)) > before + BACKLOG);
      await stage.runDue();
      await allSealed(storage);
    },
  },
  {
    title: 'sealing gives way for five seconds, however long a backlog of sends lasts',
    run: async (storage) => {
      const stage = await withBacklog(storage);
      const sealing = sealingOf(stage);

      await sealing.run();
      stage.clock.advance(5_000);
      await sealing.run();

      await allSealed(storage);
    },
  },
  {
    title: 'an event shows all that came before it, whichever process sealed that',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const others = Array.from({ length: 3 }, () => ({ ...stage, engine: stage.another() }));
      const steps = ['process-jobs', 'send-to-bank', 'query-unknowns'];
      for (const order of ORDERS) {
        const sealers = order.map((which) => others[which] as Stage);
        const { ids } = await stage.post([{ to: 'SILENT01' }]);
        const id = ids[0] as TransactionId;
        const seen: object[] = [];
        for (const [i, sealer] of sealers.entries()) {
          await runOnly(stage, steps[i] as string);
          if (i === 1) stage.clock.advance(30_000);
          seen.push(await stage.payout(id));
          await runOnly(sealer, 'seal-journal');
        }

        const objects = (await eventsAbout(stage, id)).map(({ data }) => data.object);
        assert.deepEqual(objects, seen, String(order));
      }
      await allSealed(storage);
    },
  },
];
