import assert from 'node:assert/strict';
import type { Sealer, Storage, Stores } from '@hundi/core';
import { plainSealer } from '../../kit/fakes/plain-sealer.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, openStage, type Stage } from '../stage/stage.js';

type Method = (...values: ReadonlyArray<unknown>) => unknown;

/** The same storage; writes down every call of a store, in order. */
const recorded = (storage: Storage, calls: string[]): Storage => {
  const methodsOf = (name: string, store: object): object =>
    new Proxy(store, {
      get: (target, method: string) => {
        const asked = Reflect.get(target, method) as Method;
        return (...values: ReadonlyArray<unknown>) => {
          calls.push(`${name}.${method}`);
          return asked(...values);
        };
      },
    });
  const storesOf = (stores: Stores): Stores =>
    new Proxy(stores, {
      get: (target, name: string) => methodsOf(name, Reflect.get(target, name) as object),
    });
  return {
    ...storage,
    atomically: (work) => storage.atomically((stores) => work(storesOf(stores))),
    read: (work) => storage.read((stores) => work(storesOf(stores))),
  };
};

const recordedSealer = (calls: string[]): Sealer => {
  const { seal, open, isCurrent } = plainSealer();
  return {
    isCurrent,
    seal: (...values) => {
      calls.push('seal');
      return seal(...values);
    },
    open: (...values) => {
      calls.push('open');
      return open(...values);
    },
  };
};

/** An engine on the stage's storage, and what it asks of its storage and its sealer for one piece of work. */
const watched = ({ another, storage }: Stage) => {
  const calls: string[] = [];
  const engine = another({ storage: recorded(storage, calls), sealer: recordedSealer(calls) });
  const asks = async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
    calls.length = 0;
    await work();
    return [...calls];
  };
  return { engine, asks };
};

const WRONG = '0123456789abcdef'.repeat(3);

/** The key with another secret, and with another id. */
const wrongOnes = (key: string) => {
  const [prefix = '', keyId = ''] = key.split('_');
  return {
    known: `${prefix}_${keyId}_${WRONG}`,
    unknown: `${prefix}_${'0'.repeat(keyId.length)}_${WRONG}`,
  };
};

export const equalWorkScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an unknown key is as much work as the wrong secret of a known one',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, asks } = watched(stage);
      const { apiKeys, secretKeys } = stage.credentials.corporates['acme'] ?? assert.fail();
      for (const [tries, key] of [
        [engine.authenticate, apiKeys['erp']],
        [engine.authenticateSecretKey, secretKeys['shop']],
      ] as const) {
        const { known, unknown } = wrongOnes(key ?? assert.fail());
        // The first request of a process, with any key, makes the digest with which later ones compare.
        expectLeft<object>(await tries(known));
        const wrong = await asks(async () => expectLeft<object>(await tries(known)));
        const strange = await asks(async () => expectLeft<object>(await tries(unknown)));
        assert.deepEqual(strange, wrong);
        assert.ok(wrong.length > 0);
      }
    },
  },
  {
    title: 'a login by an unknown address is as much work as one by a person',
    run: async (storage) => {
      const { engine, asks } = watched(await openStage(storage));
      const login = (email: string) => asks(() => engine.requestLogin({ email }));
      // Short codes, a long one, and those who share it.
      for (let n = 0; n < 6; n += 1) {
        const person = await login('maker@acme.example');
        assert.deepEqual(await login('nobody@acme.example'), person);
        assert.ok(person.includes('portal.addChallenge'));
      }
    },
  },
];
