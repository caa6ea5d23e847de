import assert from 'node:assert/strict';
import { E, type Hundi, type Storage } from '@hundi/core';
import { plainSealer } from '../../kit/fakes/plain-sealer.js';
import { createSandbox, type Sandbox } from '../../kit/sandbox/create-sandbox.js';
import { stageDocument } from '../stage/stage-document.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage } from '../stage/stage.js';

/** A sandbox in whose database nothing is sealed yet. */
const openEmpty = (storage: Storage): Promise<Sandbox> => {
  const { bankTenants } = stageDocument();
  const unsealed = bankTenants.map((bank) => ({
    ...bank,
    corporates: bank.corporates.map((corporate) => ({ ...corporate, secretKeys: [] })),
  }));
  return createSandbox({ storage, document: { bankTenants: unsealed } });
};

const fits = async ({ checkSealer }: Hundi): Promise<boolean> => E.isRight(await checkSealer());

export const sealerScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the first sealer of a database is right, and one with another key is not, ever after',
    run: async (storage) => {
      const stage = await openEmpty(storage);
      const [ours, theirs] = ['ours', 'theirs'].map((key) =>
        stage.another({ sealer: plainSealer(key) }),
      ) as [Hundi, Hundi];
      assert.equal(await fits(ours), true);
      assert.equal(await fits(theirs), false);
      assert.equal(await fits(ours), true);
      assert.equal(await fits(stage.another({ sealer: plainSealer('ours') })), true);
    },
  },
  {
    title: 'secrets that were sealed before there was a canary reveal the key, too',
    run: async (storage) => {
      const stage = await openStage(storage);
      const stranger = stage.another({ sealer: plainSealer('theirs') });
      assert.equal(await fits(stranger), false);
      assert.equal(await fits(stage.engine), true);
      assert.equal(await fits(stranger), false);
    },
  },
  {
    title: 'the secrets of webhook endpoints alone show the key',
    run: async (storage) => {
      const stage = await openEmpty(storage);
      const made = await stage.engine.createWebhookEndpoint(stage.tenant, {
        actorUserId: 'u-admin',
        url: 'https://hooks.example/acme',
        eventTypes: ['*'],
      });
      assert.ok(E.isRight(made));
      assert.equal(await fits(stage.another({ sealer: plainSealer('theirs') })), false);
      assert.equal(await fits(stage.engine), true);
    },
  },
  {
    title:
      'when engines with different keys start at once on an empty database, one key is accepted',
    asksStore: true,
    run: async (storage) => {
      const stage = await openEmpty(storage);
      const engines = ['a', 'b', 'c', 'd'].map((key) =>
        stage.another({ sealer: plainSealer(key) }),
      );
      const answers = await Promise.all(engines.map(fits));
      assert.equal(answers.filter((right) => right).length, 1);
      assert.deepEqual(await Promise.all(engines.map(fits)), answers);
    },
  },
];
