import assert from 'node:assert/strict';
import { Secret } from '@hundi/core';
import { TEST_CARDS } from '@hundi/testkit';
import { answerOf, type Stories } from './opening.js';

export const collection: Stories = {
  'A shop opens a checkout, its customer pays by card and goes back': async ({
    engine,
    tenant,
    credentials,
  }) => {
    const secretKey = credentials.corporates['acme']?.secretKeys['shop'];
    const merchant = answerOf(await engine.authenticateSecretKey(secretKey));
    const { session } = answerOf(
      await engine.createCollection(merchant, {
        key: 'order-27',
        amount: 249_900,
        currency: 'INR',
        reference: 'order-27',
        success_url: 'https://shop.example/paid',
        cancel_url: 'https://shop.example/cart',
      }),
    );
    const sessionId = session.id;
    const token = new URL(session.url).searchParams.get('token') ?? '';
    const key = answerOf(await engine.enterCollection({ sessionId, token }));
    const browser = { sessionId, key };
    const { nextAttempt = 1 } = answerOf(await engine.viewCollection(browser));
    const card = new Secret({
      number: TEST_CARDS.visa,
      expiry: '12 / 99',
      cvc: '123',
      name: 'Asha Rao',
    });
    answerOf(await engine.payByCard(browser, { attempt: nextAttempt, card }));
    const back = answerOf(await engine.returnFromCollection(browser));
    assert(back?.startsWith('https://shop.example/paid?'));
    const paid = answerOf(await engine.getCollection(tenant, { sessionId }));
    assert.equal(paid.payment_status, 'paid');
  },
  'A shop closes a checkout early, and a customer leaves another': async ({
    engine,
    credentials,
  }) => {
    const secretKey = credentials.corporates['acme']?.secretKeys['shop'];
    const merchant = answerOf(await engine.authenticateSecretKey(secretKey));
    const sessionOf = async (reference: string) => {
      const { session } = answerOf(
        await engine.createCollection(merchant, {
          key: reference,
          amount: 249_900,
          currency: 'INR',
          reference,
          success_url: 'https://shop.example/paid',
          cancel_url: 'https://shop.example/cart',
        }),
      );
      return session;
    };
    const { id } = await sessionOf('order-28');
    const closed = answerOf(await engine.closeCollection(merchant, { sessionId: id }));
    assert.equal(closed.payment_status, 'unpaid');
    const left = await sessionOf('order-29');
    const sessionId = left.id;
    const token = new URL(left.url).searchParams.get('token') ?? '';
    const key = answerOf(await engine.enterCollection({ sessionId, token }));
    const status = answerOf(await engine.cancelCollection({ sessionId, key }));
    assert.equal(status, 'cancelled');
  },
  'A person asks a customer for a payment by a link': async ({ engine, tenant, clock }) => {
    const actorUserId = 'u-maker';
    const { link } = answerOf(
      await engine.createPaymentLink(tenant, {
        actorUserId,
        amount: 50_050,
        currency: 'INR',
        reference: 'INVOICE-7',
        email: 'asha@mail.example',
      }),
    );
    const { linkId } = link;
    clock.advance(30_000); // the engine mails an address at most every half minute
    answerOf(await engine.resendPaymentLink(tenant, { actorUserId, linkId }));
    // The customer opens the address, and pays in the session as in one of a shop.
    const token = new URL(link.url).searchParams.get('token') ?? '';
    const opened = answerOf(await engine.openPaymentLink({ linkId, token }));
    answerOf(await engine.enterCollection(opened));
    const links = answerOf(await engine.listPaymentLinks(tenant, { actorUserId, limit: 20 }));
    assert.equal(links.items.length, 1);
    answerOf(await engine.cancelPaymentLink(tenant, { actorUserId, linkId }));
    const cancelled = answerOf(await engine.getPaymentLink(tenant, { actorUserId, linkId }));
    assert.equal(cancelled.status, 'cancelled');
  },
  'An administrator names the hosts to which customers may go back': async ({ engine, tenant }) => {
    const settings = { destinationHosts: ['new.example'], statementDescriptor: 'ACME' };
    answerOf(await engine.putCheckoutSettings(tenant, { actorUserId: 'u-admin', ...settings }));
    const now = answerOf(await engine.getCheckoutSettings(tenant, { actorUserId: 'u-admin' }));
    assert.deepEqual(now, settings);
  },
};
