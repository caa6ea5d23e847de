import assert from 'node:assert/strict';
import type { Hundi, Sealer, Storage } from '@hundi/core';
import { plainSealer } from '../../kit/fakes/plain-sealer.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';

/** The same storage, and a sealer that notes each call that comes while a unit of work or a read is open. */
const watched = (storage: Storage) => {
  const { seal, open, isCurrent } = plainSealer();
  const calls = { inside: 0, outside: 0 };
  let units = 0;
  const within = async <A>(work: () => Promise<A>): Promise<A> => {
    units += 1;
    try {
      return await work();
    } finally {
      units -= 1;
    }
  };
  const noted = <A>(ask: () => A): A => {
    calls[units > 0 ? 'inside' : 'outside'] += 1;
    return ask();
  };
  const sealer: Sealer = {
    seal: (secret, context) => noted(() => seal(secret, context)),
    open: (sealed, context) => noted(() => open(sealed, context)),
    openMany: (texts) =>
      noted(() => Promise.all(texts.map((one) => open(one.sealed, one.context)))),
    isCurrent: (sealed) => noted(() => isCurrent(sealed)),
  };
  const apart: Storage = {
    ...storage,
    atomically: (work, options) =>
      storage.atomically((stores) => within(() => work(stores)), options),
    read: (work) => storage.read((stores) => within(() => work(stores))),
  };
  return { storage: apart, sealer, calls };
};

const ADMIN = { actorUserId: 'u-admin' };

/** What people and partners ask for that seals or opens something, one after the other. */
const asksOf = ({ tenant, beneficiary }: Stage, engine: Hundi): ReadonlyArray<() => unknown> => {
  const page = { ...ADMIN, limit: 1 };
  const link = { ...ADMIN, amount: 500, currency: 'INR', reference: 'L-1' } as const;
  const order = {
    key: 'order-1',
    amount: 500,
    currency: 'INR' as const,
    reference: 'O-1',
    success_url: 'https://shop.example/a',
    cancel_url: 'https://shop.example/b',
  };
  return [
    async () => expectRight(await engine.checkSealer()),
    async () => {
      const made = expectRight(await engine.createSecretKey(tenant, { ...ADMIN, name: 'till' }));
      const { keyId } = made;
      expectRight(await engine.rotateSecretKey(tenant, { ...ADMIN, keyId }));
      expectRight(await engine.createCollection({ tenant, keyId }, order));
    },
    async () => {
      const terms = { ...ADMIN, url: 'https://hooks.example/acme', eventTypes: ['*'] };
      const { endpoint } = expectRight(await engine.createWebhookEndpoint(tenant, terms));
      const { endpointId } = endpoint;
      expectRight(await engine.rotateWebhookSecret(tenant, { ...ADMIN, endpointId }));
    },
    async () => {
      const request = { userId: 'u-admin', route: 'r', key: 'key-1', values: {} };
      for (const _ of [1, 2])
        expectRight(
          await engine.idempotently(tenant, request, ({ createApiKey }) =>
            createApiKey(tenant, { ...ADMIN, name: 'erp-2', scopes: ['payments'] }),
          ),
        );
    },
    async () => expectRight(await engine.requestLogin({ email: 'maker@acme.example' })),
    async () => {
      for (const reference of ['L-1', 'L-2'])
        expectRight(await engine.createPaymentLink(tenant, { ...link, reference }));
      const { nextCursor } = expectRight(await engine.listPaymentLinks(tenant, page));
      const after = nextCursor ?? '';
      expectRight(await engine.listPaymentLinks(tenant, { ...page, after }));
    },
    async () => {
      const request = {
        key: 'checkout-1',
        makerUserId: 'u-maker',
        transactionReference: 'P-1',
        amount: { value: 50_000, currency: 'INR' },
        beneficiaryId: await beneficiary('SHARMA01'),
      } as const;
      expectRight(await engine.openPayoutCheckout(tenant, request));
    },
    async () => expectRight(await engine.listEvents(tenant, { limit: 1 })),
    async () => expectRight(await engine.listJournal(tenant, page)),
    async () => expectRight(await engine.listIncidents(tenant, page)),
    async () => expectRight(await engine.listSettingsChanges(tenant, page)),
    async () => engine.runDue(),
  ];
};

export const sealingApartScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the sealer is never called while a unit of work or a read of the storage is open',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { calls, ...ports } = watched(storage);
      for (const ask of asksOf(stage, stage.another(ports))) {
        await ask();
        assert.equal(calls.inside, 0);
      }
      assert.ok(calls.outside > 20);
    },
  },
  {
    title: 'a page of a list asks the sealer once to open all that it shows, however long it is',
    asksStore: true,
    run: async (storage) => {
      const stage = await openStage(storage);
      const { calls, ...ports } = watched(storage);
      const engine = stage.another(ports);
      for (let n = 0; n < 20; n += 1)
        expectRight(
          await engine.createPaymentLink(stage.tenant, {
            ...ADMIN,
            amount: 500,
            currency: 'INR' as const,
            reference: `L-${String(n)}`,
          }),
        );
      const before = calls.outside;
      expectRight(await engine.listPaymentLinks(stage.tenant, { ...ADMIN, limit: 15 }));
      // The cursor of the next page is sealed, too.
      assert.equal(calls.outside - before, 2);
    },
  },
];
