import assert from 'node:assert/strict';
import { FeatureOff, type E, type Hundi, type OptionalPort, type Storage } from '@hundi/core';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import { openCollection } from '../stage/collection-stage.js';
import { causesOf } from '../stage/cause-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight, openStage } from '../stage/stage.js';
import { openWebhooks } from '../stage/webhook-stage.js';

const MINUTE = 60_000;
const URL = 'https://ledger.example/hooks';

/** Every port that a host may leave out. */
const ALL: ReadonlyArray<OptionalPort> = ['webhookSender', 'mailer', 'hostedPages', 'cardAcquirer'];

type RefusalOf<F> = F extends (...input: never) => Promise<E.Either<infer L, unknown>> ? L : never;

/** The use cases that refuse when their feature is off, as their types say. */
type UseCase = {
  [N in Exclude<keyof Hundi, 'idempotently'>]: FeatureOff extends RefusalOf<Hundi[N]> ? N : never;
}[Exclude<keyof Hundi, 'idempotently'>];

/** Every use case of a feature, and how it refuses in a host that gives none of the ports. */
const REFUSALS: Readonly<Record<UseCase, FeatureOff>> = {
  createWebhookEndpoint: FeatureOff('webhooks', 'webhookSender'),
  changeWebhookEndpoint: FeatureOff('webhooks', 'webhookSender'),
  testWebhookEndpoint: FeatureOff('webhooks', 'webhookSender'),
  replayWebhooks: FeatureOff('webhooks', 'webhookSender'),
  requestLogin: FeatureOff('portal', 'mailer'),
  requestConfirmation: FeatureOff('portal', 'mailer'),
  openPayoutCheckout: FeatureOff('payout-checkout', 'hostedPages'),
  sendPayoutCode: FeatureOff('payout-checkout', 'hostedPages'),
  createCollection: FeatureOff('collection-checkout', 'cardAcquirer'),
  getCollection: FeatureOff('collection-checkout', 'cardAcquirer'),
  closeCollection: FeatureOff('collection-checkout', 'cardAcquirer'),
  payByCard: FeatureOff('collection-checkout', 'cardAcquirer'),
  createPaymentLink: FeatureOff('payment-links', 'cardAcquirer'),
  resendPaymentLink: FeatureOff('payment-links', 'cardAcquirer'),
  getPaymentLink: FeatureOff('payment-links', 'cardAcquirer'),
  listPaymentLinks: FeatureOff('payment-links', 'cardAcquirer'),
  cancelPaymentLink: FeatureOff('payment-links', 'cardAcquirer'),
  openPaymentLink: FeatureOff('payment-links', 'cardAcquirer'),
  getNotificationSettings: FeatureOff('notifications', 'mailer'),
  putNotificationSettings: FeatureOff('notifications', 'mailer'),
};

/** A storage that counts how often it is used. */
const counted = (storage: Storage): { readonly storage: Storage; readonly uses: () => number } => {
  let uses = 0;
  return {
    storage: {
      read: (work) => {
        uses += 1;
        return storage.read(work);
      },
      atomically: (work) => {
        uses += 1;
        return storage.atomically(work);
      },
    },
    uses: () => uses,
  };
};

const waitingFor = async ({ getBacklog }: Hundi, duty: string): Promise<number | undefined> =>
  (await getBacklog()).duties.find((one) => one.duty === duty)?.waiting;

export const featureScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a host without cards, pages, webhooks and mail pays a batch to the end and seals it',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { without: ALL });
      const causes = causesOf(stage.engine);
      const sealedBefore = await storage.read(({ events }) => events.lastPosition(stage.tenant));
      const paid = await stage.pay([{ amount: 50_000 }, { amount: 70_000 }]);

      assert.deepEqual(
        paid.map(({ status }) => status),
        ['paid', 'paid'],
      );
      const sealed = await storage.read(({ events }) =>
        events.after(stage.tenant, sealedBefore, 1_000),
      );
      assert.equal(sealed.filter(({ type }) => type === 'transaction.paid').length, 2);
      assert.equal(await stage.engine.runDue(), 0);
      assert.deepEqual(causes, []);
      assert.deepEqual(stage.mailbox.mails(), []);
    },
  },
  {
    title:
      'each use case of a feature that is off refuses with its feature, and reads and writes nothing',
    run: async (storage) => {
      const watched = counted(storage);
      const { engine } = await openStage(watched.storage, {}, { without: ALL });
      const before = watched.uses();

      for (const [name, refusal] of Object.entries(REFUSALS)) {
        const run = engine[name as UseCase] as () => Promise<E.Either<unknown, unknown>>;
        assert.deepEqual(expectLeft(await run()), refusal, name);
      }
      assert.equal(watched.uses(), before);
    },
  },
  {
    title:
      'with an idempotency key, too, a use case of a feature that is off refuses, and the key stays free',
    run: async (storage) => {
      const stage = await openStage(storage, {}, { without: ['webhookSender'] });
      const { tenant } = stage;
      const create = (engine: Hundi) => {
        const input = { actorUserId: 'u-admin', url: URL, eventTypes: ['*'] };
        const request = { route: 'hooks', key: 'key-1', values: input };
        return engine.idempotently(tenant, request, (changes) =>
          changes.createWebhookEndpoint(tenant, input),
        );
      };

      assert.deepEqual(
        expectLeft(await create(stage.engine)),
        FeatureOff('webhooks', 'webhookSender'),
      );
      assert.equal(expectRight(await create(stage.another({}, []))).replayed, false);
    },
  },
  {
    title: 'without a mailer the engine makes a change of settings and sends no mail about it',
    run: async (storage) => {
      const { engine, tenant, mailbox } = await openStage(storage, {}, { without: ['mailer'] });
      const causes = causesOf(engine);
      const input = { actorUserId: 'u-admin', name: 'tills', scopes: ['payments'] } as const;

      expectRight(await engine.createApiKey(tenant, input));
      assert.deepEqual(mailbox.mails(), []);
      assert.deepEqual(causes, []);
    },
  },
  {
    title:
      'webhooks that are queued when their sender is gone stay queued, are reported once at each start, and are sent when it is back',
    run: async (storage) => {
      const stage = await openWebhooks(storage);
      await stage.register(URL);
      const without = () => stage.another({}, ['webhookSender']);
      const first = without();
      const atFirst = causesOf(first);
      const { ids } = await stage.post([{}]);
      await first.runDue();

      assert.equal((await stage.payout(ids[0] ?? assert.fail())).status, 'paid');
      assert.deepEqual(atFirst, []);
      assert.equal(await waitingFor(first, 'deliver-webhooks'), 1);
      const isDue = async ({ nextDue }: Hundi) =>
        ((await nextDue()) ?? Infinity) <= stage.clock.now();
      assert.deepEqual([await isDue(first), await isDue(stage.engine)], [false, true]);

      const second = without();
      const atSecond = causesOf(second);
      await second.runDue();
      await second.runDue();
      assert.deepEqual(
        atSecond.map(({ activity, error }) => [activity, error instanceof Error && error.name]),
        [['deliver-webhooks', 'WorkWithoutPort']],
      );
      assert.equal(await waitingFor(second, 'deliver-webhooks'), 1);
      assert.deepEqual(stage.types(URL), []);

      await stage.runDue();
      assert.equal(stage.types(URL).at(-1), 'transaction.paid');
    },
  },
  {
    title: 'the acquirer is asked what became of a charge, though no pages are hosted any more',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      assert.equal(await stage.payCard(browser, TEST_CARDS.unknown), 'unknown');

      const without = stage.another({}, ['hostedPages']);
      stage.clock.advance(MINUTE);
      await without.runDue();
      assert.deepEqual(
        expectLeft(await without.getCollection(stage.tenant, { sessionId: session.id })),
        FeatureOff('collection-checkout', 'hostedPages'),
      );
      assert.equal((await stage.get(session.id)).status, 'complete');
    },
  },
];
