import assert from 'node:assert/strict';
import type { Tenant } from '@hundi/core';
import { verifyReturn } from '@hundi/core/receiver';
import { TEST_CARDS } from '../../kit/cards/test-cards.js';
import {
  anOrder,
  assertUnpaid,
  openCollection,
  outcomeOf,
  type Order,
} from '../stage/collection-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';

const MINUTE = 60_000;

const GLOBEX = { corporateTenantId: 'globex' as Tenant['corporateTenantId'] };

const createScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a merchant creates a session, a customer pays it, and the money is taken once',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();

      assert.deepEqual(
        [session.status, session.payment_status, session.attempts, session.description],
        ['open', 'unpaid', { used: 0, max: 3 }, 'A pair of shoes'],
      );
      assert.equal(session.expires_at - session.created_at, 15 * MINUTE);
      assert.equal(await stage.payCard(browser), 'paid');

      const paid = await stage.get(session.id);
      assert.deepEqual(
        [paid.status, paid.payment_status, paid.payment?.card_brand, paid.payment?.card_last4],
        ['complete', 'paid', 'visa', '4242'],
      );
      assert.match(paid.payment?.auth_code ?? '', /^[0-9]{6}$/);
      assert.deepEqual(paid.attempts, { used: 1, max: 3 });
      assert.equal(typeof paid.completed_at, 'number');
      assert.deepEqual(await stage.captured(session.id), [249_900]);
      assert.deepEqual(await stage.states(session.id), ['open', 'open', 'complete']);
    },
  },
  {
    title:
      'a repeated idempotency key gets the first answer byte for byte, even after later changes',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const first = await stage.create(anOrder(), 'order-1');
      await stage.payCard(await stage.enter(first.session.url));
      const again = await stage.create(anOrder(), 'order-1');

      assert.deepEqual([first.replayed, again.replayed], [false, true]);
      assert.equal(JSON.stringify(again.session), JSON.stringify(first.session));
      const other = await stage.engine.createCollection(stage.merchant, {
        ...anOrder({ amount: 1 }),
        key: 'order-1',
      });
      assert.equal(outcomeOf(other), 'IdempotencyKeyReused');
    },
  },
  {
    title: 'when requests under one key race, one makes a session and all get it',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCollection(storage);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => stage.create(anOrder(), 'order-1')),
      );

      assert.equal(new Set(answers.map(({ session }) => JSON.stringify(session))).size, 1);
      assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
    },
  },
  {
    title: 'a session leads back to registered hosts only, and a refusal keeps no key',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const create = (overrides: Partial<Order>) =>
        stage.engine.createCollection(stage.merchant, { ...anOrder(overrides), key: 'order-1' });
      for (const strange of [
        { success_url: 'https://evil.example/' },
        { success_url: 'http://shop.example/' },
        { cancel_url: 'https://shop.example:8443/' },
        { cancel_url: 'http://localhost:4000/' },
      ]) {
        const refused = expectLeft(await create(strange));
        if (refused._tag !== 'InvalidInput') return assert.fail(refused._tag);
        assert.deepEqual(
          refused.issues.map(({ pointer }) => pointer),
          Object.keys(strange).map((field) => `/${field}`),
        );
      }
      expectRight(await create({ cancel_url: 'http://127.0.0.1:4000/basket' }));
    },
  },
  {
    title: 'only the corporate that created it sees a session, or ends it',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session } = await stage.checkout();
      const globex = { ...stage.merchant, tenant: { ...stage.merchant.tenant, ...GLOBEX } };

      for (const tenant of [globex.tenant, { ...globex.tenant, bankTenantId: 'other' }])
        assert.equal(
          outcomeOf(await stage.engine.getCollection(tenant, { sessionId: session.id })),
          'CollectionNotFound',
        );
      assert.equal(
        outcomeOf(await stage.engine.closeCollection(globex, { sessionId: session.id })),
        'CollectionNotFound',
      );
      assert.equal((await stage.get(session.id)).status, 'open');
    },
  },
  {
    title: 'a merchant ends an open session once, and it can no longer be paid',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const close = () => stage.engine.closeCollection(stage.merchant, { sessionId: session.id });

      assert.equal(expectRight(await close()).status, 'expired');
      assert.equal(outcomeOf(await close()), 'CollectionEnded');
      assert.equal(await stage.payCard(browser), 'CollectionEnded');
      await assertUnpaid(stage, session.id, 'expired');
    },
  },
];

const pageScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a browser without the token of the address, or with another, sees nothing',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      const [, token = ''] = session.url.split('token=');
      const { engine } = stage;

      for (const wrong of ['', token.slice(1), `${token}0`, token.toUpperCase(), 'x'.repeat(64)])
        assert.equal(
          outcomeOf(await engine.enterCollection({ sessionId: session.id, token: wrong })),
          'CollectionNotFound',
        );
      const absent = `cs_${'0'.repeat(32)}`;
      assert.equal(
        outcomeOf(await engine.enterCollection({ sessionId: absent, token })),
        'CollectionNotFound',
      );
      for (const stranger of [
        { ...browser, key: token },
        { ...browser, key: '' },
        { ...browser, sessionId: absent },
      ]) {
        assert.equal(outcomeOf(await engine.viewCollection(stranger)), 'CollectionNotFound');
        assert.equal(outcomeOf(await engine.cancelCollection(stranger)), 'CollectionNotFound');
        assert.equal(outcomeOf(await engine.returnFromCollection(stranger)), 'CollectionNotFound');
      }
      assert.equal(
        await stage.payCard({ ...browser, key: '' }, TEST_CARDS.visa, 1),
        'CollectionNotFound',
      );
    },
  },
  {
    title: 'the customer sees the amount, the merchant and what their statement will say',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { browser } = await stage.checkout();
      const page = await stage.view(browser);

      assert.deepEqual(
        [
          page.amount,
          page.merchantName,
          page.statementDescriptor,
          page.nextAttempt,
          page.returnHost,
        ],
        [249_900, 'Acme Traders', 'ACME', 1, 'shop.example'],
      );
    },
  },
  {
    title: 'three declined cards fail the session, each with its reason',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();

      assert.equal(await stage.payCard(browser, TEST_CARDS.declined), 'declined');
      assert.deepEqual((await stage.view(browser)).attemptsLeft, 2);
      assert.match((await stage.get(session.id)).last_error?.message ?? '', /Try another card/);
      assert.equal(await stage.payCard(browser, TEST_CARDS.insufficientFunds), 'declined');
      assert.equal((await stage.view(browser)).lastDecline?.code, 'insufficient_funds');
      assert.equal(await stage.payCard(browser, TEST_CARDS.wrongCvc), 'declined');

      const failed = await stage.get(session.id);
      assert.equal(failed.status, 'failed');
      const message = 'The CVC does not match the card.';
      assert.deepEqual(failed.last_error, { code: 'incorrect_cvc', message });
      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 4), 'CollectionEnded');
      await assertUnpaid(stage, session.id, 'failed');
    },
  },
  {
    title: 'a card that pays after two declined ones completes the session',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();
      await stage.payCard(browser, TEST_CARDS.declined);
      await stage.payCard(browser, TEST_CARDS.expired);

      assert.equal(await stage.payCard(browser, TEST_CARDS.rupay), 'paid');
      const { payment, attempts } = await stage.get(session.id);
      assert.deepEqual([payment?.card_brand, attempts.used], ['rupay', 3]);
      assert.deepEqual(await stage.captured(session.id), [249_900]);
    },
  },
  {
    title: 'an impossible card is rejected with its fault, and counts as no attempt',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();

      assert.equal(await stage.payCard(browser, '4242424242424241'), 'InvalidCard');
      assert.equal((await stage.get(session.id)).attempts.used, 0);
      assert.deepEqual(await stage.cards.charges(), []);
    },
  },
  {
    title: 'a form that is sent again charges nothing',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();

      assert.equal(await stage.payCard(browser, TEST_CARDS.declined, 1), 'declined');
      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 1), 'FormUsed');
      assert.equal((await stage.get(session.id)).attempts.used, 1);
      assert.deepEqual(await stage.captured(session.id), []);
    },
  },
  {
    title: 'a customer leaves, and comes back to the basket without having paid',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout();

      assert.equal(outcomeOf(await stage.engine.returnFromCollection(browser)), 'CollectionOpen');
      assert.equal(outcomeOf(await stage.engine.cancelCollection(browser)), 'cancelled');
      assert.equal(outcomeOf(await stage.engine.cancelCollection(browser)), 'CollectionEnded');
      assert.equal(await stage.payCard(browser, TEST_CARDS.visa, 1), 'CollectionEnded');
      const url = outcomeOf(await stage.engine.returnFromCollection(browser));
      assert.match(url, /^https:\/\/shop\.example\/basket\?session_id=/);
      await assertUnpaid(stage, session.id, 'cancelled');
    },
  },
  {
    title: 'the number of a GST invoice comes back escaped, and signed as it is',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const reference = 'INV/24-25/0017';
      const { session, browser } = await stage.checkout(anOrder({ reference }));
      await stage.payCard(browser);
      const back = outcomeOf(await stage.engine.returnFromCollection(browser));
      const query = new URL(back).search.slice(1);
      const facts = expectRight(
        verifyReturn(query, stage.secretKey, { toleranceSeconds: 300, now: stage.clock.now() }),
      );

      assert.ok(back.includes('&reference=INV%2F24-25%2F0017&'), back);
      assert.deepEqual([session.reference, facts.reference], [reference, reference]);
    },
  },
  {
    title: 'the way back is signed with the key that created the session, also after its rotation',
    run: async (storage) => {
      const stage = await openCollection(storage);
      const { session, browser } = await stage.checkout({
        ...anOrder({ success_url: 'https://shop.example/thanks?order=7#top' }),
      });
      const rotated = expectRight(
        await stage.engine.rotateSecretKey(stage.tenant, {
          actorUserId: 'u-admin',
          keyId: stage.merchant.keyId,
        }),
      );
      await stage.payCard(browser);
      const url = new URL(outcomeOf(await stage.engine.returnFromCollection(browser)));
      const verify = (key: string, now = stage.clock.now()) =>
        verifyReturn(url.search.slice(1), key, { toleranceSeconds: 300, now });

      assert.deepEqual([url.searchParams.get('order'), url.hash], ['7', '#top']);
      assert.deepEqual(expectRight(verify(stage.secretKey)), {
        sessionId: session.id,
        reference: 'ORDER-1001',
        status: 'completed',
        timestamp: Math.floor(stage.clock.now() / 1_000),
      });
      assert.equal(expectLeft(verify(rotated.text)).reason, 'signature');
      assert.equal(
        expectLeft(verify(stage.secretKey, stage.clock.now() + 6 * MINUTE)).reason,
        'timestamp',
      );
      assert.equal((await stage.get(session.id)).status, 'complete');
    },
  },
];

export const collectionScenarios: ReadonlyArray<Scenario> = [...createScenarios, ...pageScenarios];
