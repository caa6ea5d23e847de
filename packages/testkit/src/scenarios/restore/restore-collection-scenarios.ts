import assert from 'node:assert/strict';
import { E, Secret, type Hundi, type Storage } from '@hundi/core';
import { nextSessionId } from '@hundi/core/wire';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import { openCollection, typed, type CollectionStage } from '../stage/collection-stage.js';
import { forgottenSends } from '../stage/restore-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AMOUNT = 50_050;

/** The life after the backup that the restored database lacks: a card was charged under this reference. */
const forgottenCharge = async (
  { cards, tenant }: CollectionStage,
  sessionId: string,
  { attempt = 1, card = TEST_CARDS.visa }: { attempt?: number; card?: string } = {},
): Promise<void> => {
  const details = { number: card, expiryMonth: 12, expiryYear: 2099, cvc: '123', holder: 'A' };
  await cards.acquirer.charge(
    {
      chargeRef: `${sessionId}-${String(attempt)}`,
      ...tenant,
      sessionId,
      amount: AMOUNT,
      reference: 'INVOICE-7',
      statementDescriptor: 'ACME',
    },
    new Secret({ ...details, brand: 'visa' }),
  );
};

const captured = async ({ cards }: CollectionStage) =>
  (await cards.charges()).filter(({ state }) => state === 'captured').map(({ amount }) => amount);

/** The subjects of the charges that a person hears of. */
const toldOf = async ({ storage, tenant }: CollectionStage) =>
  (await storage.read(({ journal }) => journal.incidents(tenant, 10)))
    .filter(({ kind }) => kind === 'forgotten_charge')
    .map(({ subjectId }) => subjectId);

/** Lets a process work through the life of a link and a little more. */
const liveOn = async ({ clock }: CollectionStage, process: Hundi): Promise<void> => {
  for (let hour = 0; hour < 26; hour += 1) {
    clock.advance(60 * MINUTE);
    await process.runDue();
  }
};

/** A process that has seen that the database was put back to a backup. */
const restoredOver = async (stage: CollectionStage): Promise<Hundi> => {
  await forgottenSends(stage, []);
  const restored = stage.another();
  await restored.runDue();
  return restored;
};

/** A link in a restored database that was paid in the life that is forgotten, in one of the sessions that it started there. */
const paidLink = async (storage: Storage, paidIn = 1) => {
  const stage = await openCollection(storage);
  const { engine, tenant } = stage;
  const asked = {
    actorUserId: 'u-admin',
    amount: AMOUNT,
    currency: 'INR',
    reference: 'INVOICE-7',
  } as const;
  const { url } = expectRight(await engine.createPaymentLink(tenant, asked)).link;
  const [, linkId = '', token = ''] = /\/link\/([^?]+)\?token=(.+)$/.exec(url) ?? [];
  let sessionId: string | undefined;
  for (let one = 0; one < paidIn; one += 1)
    sessionId = nextSessionId({ linkId, ...(sessionId !== undefined && { sessionId }) });
  await forgottenCharge(stage, sessionId ?? '');
  // Sessions that nobody paid ran out before.
  stage.clock.advance(paidIn * 15 * MINUTE);
  const restored = await restoredOver(stage);
  const open = async () => expectRight(await restored.openPaymentLink({ linkId, token }));
  return { stage, restored, linkId, open };
};

export const restoreCollectionScenarios: ReadonlyArray<Scenario> = [
  {
    title:
      'a session that ends unpaid after a restore raises an incident if its customer was charged before',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const [expires, cancelled, unpaid] = [
        await stage.checkout(),
        await stage.checkout(),
        await stage.checkout(),
      ];
      // The first card was declined.
      await forgottenCharge(stage, expires.session.id, { card: TEST_CARDS.declined });
      await forgottenCharge(stage, expires.session.id, { attempt: 2 });
      await forgottenCharge(stage, cancelled.session.id);
      const restored = await restoredOver(stage);
      assert.ok(E.isRight(await restored.cancelCollection(cancelled.browser)));
      stage.clock.advance(15 * MINUTE);
      await restored.runDue();

      assert.equal((await stage.get(unpaid.session.id)).status, 'expired');
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents
          .filter(({ kind }) => kind === 'forgotten_charge')
          .map(({ subjectId }) => subjectId)
          .toSorted(),
        [expires.session.id, cancelled.session.id].toSorted(),
      );
    },
  },
  {
    title:
      'a session from before a restore that was paid before it is paid without a second charge',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      await forgottenCharge(stage, session.id);
      await forgottenSends(stage, []);
      assert.equal(await stage.payCard(browser), 'paid');
      assert.deepEqual(await captured(stage), [AMOUNT]);
    },
  },
  {
    title: 'a payment link that was paid before a restore is paid without a second charge',
    asksStore: true,
    run: async (storage) => {
      const { stage, open } = await paidLink(storage);
      const { sessionId, token } = await open();
      const browser = await stage.enter(`/pay/${sessionId}?token=${token}`);
      assert.equal(await stage.payCard(browser), 'paid');
      assert.deepEqual(await captured(stage), [AMOUNT]);
    },
  },
  {
    title:
      'a payment link that nobody opens again after a restore raises an incident if it was paid before',
    asksStore: true,
    run: async (storage) => {
      const { stage, restored, linkId } = await paidLink(storage);
      stage.clock.advance(DAY);
      await restored.runDue();
      const incidents = await storage.read(({ journal }) => journal.incidents(stage.tenant, 10));
      assert.deepEqual(
        incidents.map(({ kind, subjectId }) => [kind, subjectId]),
        [['forgotten_charge', linkId]],
      );
    },
  },
  {
    title:
      'a session whose first charge never reached the acquirer before a restore raises an incident for the second one that did',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session } = await stage.checkout();
      await forgottenCharge(stage, session.id, { attempt: 2 });
      const restored = await restoredOver(stage);
      stage.clock.advance(15 * MINUTE);
      await restored.runDue();

      assert.deepEqual(await toldOf(stage), [session.id]);
    },
  },
  {
    title:
      'a session that is paid after a restore raises an incident if another charge of it was approved before',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const other = await stage.checkout();
      await forgottenCharge(stage, session.id, { attempt: 2 });
      const restored = await restoredOver(stage);
      // Before it charges, the engine cannot learn of the other charge.
      stage.cards.arm('query', 'unreachable', 2);
      assert.equal(await stage.payCard(browser), 'paid');
      assert.equal(await stage.payCard(other.browser), 'paid');
      stage.clock.advance(15 * MINUTE);
      await restored.runDue();

      assert.deepEqual(await toldOf(stage), [session.id]);
    },
  },
  {
    title:
      'a session that a second charge paid before a restore is paid after it without another charge',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      await forgottenCharge(stage, session.id, { attempt: 2 });
      const restored = await restoredOver(stage);
      // The first attempt is not charged, and the customer tries again.
      assert.equal(await stage.payCard(browser), 'declined');
      assert.equal(await stage.payCard(browser), 'paid');
      assert.deepEqual(await captured(stage), [AMOUNT]);
      stage.clock.advance(15 * MINUTE);
      await restored.runDue();

      assert.deepEqual(await toldOf(stage), []);
    },
  },
  {
    title:
      'a payment link that is opened after a restore and not paid raises an incident if it was paid before',
    asksStore: true,
    run: async (storage) => {
      const { stage, restored, open } = await paidLink(storage);
      // A mail scanner follows it.
      stage.clock.advance(MINUTE);
      const { sessionId } = await open();
      await liveOn(stage, restored);

      assert.deepEqual(await toldOf(stage), [sessionId]);
    },
  },
  {
    title:
      'a payment link raises an incident if it was paid before a restore in a later session than the next one',
    asksStore: true,
    run: async (storage) => {
      const { stage, restored, linkId } = await paidLink(storage, 4);
      await liveOn(stage, restored);

      assert.deepEqual(await toldOf(stage), [linkId]);
    },
  },
  {
    title:
      'a payment link that is paid after a restore raises an incident if it was paid before in a later session',
    asksStore: true,
    run: async (storage) => {
      const { stage, restored, linkId, open } = await paidLink(storage, 3);
      const { sessionId, token } = await open();
      const browser = await stage.enter(`/pay/${sessionId}?token=${token}`);
      assert.equal(await stage.payCard(browser), 'paid');
      await liveOn(stage, restored);

      assert.deepEqual(await toldOf(stage), [linkId]);
    },
  },
  {
    title:
      'a charge that was under way when the backup was taken is not given back after the restore: the merchant may have delivered',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const { acquirer } = stage.cards;
      // As the backup has it, the answer never came.
      const dying = stage.another({
        cardAcquirer: {
          ...acquirer,
          charge: async (...asked) => {
            await acquirer.charge(...asked);
            return { kind: 'unknown' };
          },
        },
      });
      await dying.payByCard(browser, { attempt: 1, card: typed(TEST_CARDS.visa) });
      stage.clock.advance(20 * MINUTE);
      await forgottenSends(stage, []);
      const restored = stage.another();
      for (let round = 0; round < 5; round += 1) {
        await restored.runDue();
        stage.clock.advance(MINUTE);
      }

      const { status, payment_status: payment } = await stage.get(session.id);
      assert.deepEqual([status, payment], ['expired', 'unpaid']);
      assert.deepEqual(await stage.captured(session.id), [session.amount]);
      assert.deepEqual(await toldOf(stage), [session.id]);
      assert.equal((await stage.view(browser)).inProgress, false);
    },
  },
];
