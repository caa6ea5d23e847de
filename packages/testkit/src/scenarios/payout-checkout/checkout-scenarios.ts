import assert from 'node:assert/strict';
import type { TransactionId } from '@hundi/core';
import { decide } from '../stage/approval-stage.js';
import { MAKER, openCheckouts, USUAL, type CheckoutStage } from '../stage/checkout-stage.js';
import { sealedEvents, type ReadEvent } from '../stage/event-stage.js';
import { readReport, type ReportInput } from '../stage/read-report.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Submits a new session; answers the id of its payout. */
const submit = async (
  stage: CheckoutStage,
  asked: Parameters<CheckoutStage['start']>[0] = {},
): Promise<TransactionId> => {
  const { browser } = await stage.start(asked);
  assert.equal(await stage.send(browser), 'sent');
  const input = { code: stage.code(), choice: USUAL };
  return expectRight(await stage.engine.authorizePayout(browser, input)).transactionId;
};

const submitScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a maker authorizes a payout by the code from their mailbox, and it awaits approval',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const opened = await stage.open({
        reference: 'INV-1',
        redirectUrl: 'https://erp.example/done?run=7',
        metadata: { run: 7 },
      });
      assert.match(opened.sessionId, /^pcs_[0-9a-f]{32}$/);
      assert.match(opened.token, /^[0-9a-f]{64}$/);
      assert.equal(
        opened.hostedUrl,
        `https://pay.example/payout/${opened.sessionId}?token=${opened.token}`,
      );
      assert.equal(opened.expiresAt, stage.clock.now() + 15 * MINUTE);

      const browser = await stage.enter(opened);
      const { chosen = assert.fail('nothing was picked') } = await stage.view(browser);
      assert.equal(await stage.send(browser), 'sent');
      const code = stage.code();
      stage.clock.advance(MINUTE);
      const { transactionId, returnTo } = expectRight(
        await stage.engine.authorizePayout(browser, {
          code: ` ${code.slice(0, 3)} ${code.slice(3)} `,
          choice: chosen,
        }),
      );

      assert.equal(
        returnTo,
        `https://erp.example/done?run=7&session_id=${opened.sessionId}&status=submitted`,
      );
      const payout = await stage.payout(transactionId);
      assert.deepEqual(
        [payout.status, payout.source, payout.initiationMode, payout.jobId, payout.apiRefNumber],
        ['pending_approval', 'payout_checkout', 'single', null, 'INV-1'],
      );
      assert.deepEqual(
        [payout.metadata, payout.actors.createdBy.userId, payout.beneficiary?.accountNumber],
        [{ run: 7 }, 'u-maker', '123456780001'],
      );
      assert.deepEqual(
        expectRight(
          await stage.engine.getPayoutCheckout(stage.tenant, { sessionId: opened.sessionId }),
        ),
        {
          checkout: {
            sessionId: opened.sessionId,
            status: 'submitted',
            expiresAt: new Date(opened.expiresAt).toISOString(),
            completedAt: new Date(stage.clock.now()).toISOString(),
          },
          transaction: { transactionId, transactionReference: 'INV-1', status: 'pending_approval' },
        },
      );
    },
  },
  {
    title: 'a payout of a checkout continues like any other: approved, sent, paid, found, reported',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const id = await submit(stage, { reference: 'INV-1' });
      assert.deepEqual(await decide(stage, 'u-checker', [id]), ['approved']);
      await stage.runDue();

      assert.equal((await stage.payout(id)).status, 'paid');
      assert.deepEqual(
        (await stage.journal(id)).map(({ to }) => to),
        ['pending_approval', 'approved', 'sent_to_bank', 'paid'],
      );
      const queries: ReadonlyArray<ReportInput> = [
        { source: 'payout_checkout' },
        { search: 'sharma' },
        { transactionId: id },
        { source: 'payout_checkout', search: 'Payout to Sharma' },
      ];
      for (const query of queries) {
        const { items } = await readReport(stage, query);
        assert.deepEqual(
          items.map(({ transactionId, title, state }) => [transactionId, title, state]),
          [[id, 'Payout to Sharma Steel', 'paid']],
        );
      }
      assert.equal((await readReport(stage, { source: 'partner_api' })).items.length, 0);
    },
  },
  {
    title: 'a small payout of a checkout needs no approval where no batch of it would',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const id = await submit(stage, { amount: 50_000 });
      await stage.runDue();

      assert.equal((await stage.payout(id)).status, 'paid');
    },
  },
  {
    title: 'an unapproved payout of a checkout expires after ninety days, as any other',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const id = await submit(stage);
      await stage.advance(90 * DAY - 1);
      assert.equal((await stage.payout(id)).status, 'pending_approval');
      await stage.advance(1);
      const { status, statusDetails } = await stage.payout(id);
      assert.deepEqual([status, statusDetails?.code], ['rejected', 'approval_expired']);
    },
  },
  {
    title: 'the mail says what its code is good for, to readers of text and of HTML',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start({ amount: 123_456_789, reference: 'INV-<7>' });
      assert.equal(await stage.send(browser), 'sent');
      const [mail = assert.fail('no mail was sent')] = stage.mailbox.mails(MAKER);

      for (const part of [mail.text, mail.html ?? ''])
        for (const said of [/₹12,34,567\.89/, /Sharma Steel/, /0001/, /Acme Traders/, /5 minutes/])
          assert.match(part, said);
      assert.ok(mail.html?.includes('INV-&lt;7&gt;'));
      assert.ok(!mail.text.includes('123456780001'));
      assert.ok(!/[\r\n]/.test(mail.subject));
      assert.ok(!mail.subject.includes(stage.code()));
    },
  },
];

const endScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a maker cancels: the session is over, and the reference is free as it was',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const opened = await stage.start({ reference: 'INV-1', cancelUrl: 'https://erp.example/no' });
      assert.equal(await stage.send(opened.browser), 'sent');
      const cancelled = expectRight(await stage.engine.cancelPayoutCheckout(opened.browser));

      assert.equal(
        cancelled.returnTo,
        `https://erp.example/no?session_id=${opened.sessionId}&status=cancelled`,
      );
      assert.equal(await stage.statusOf(opened), 'cancelled');
      const closed = 'PayoutCheckoutClosed cancelled';
      assert.equal(await stage.authorize(opened.browser, stage.code()), closed);
      assert.equal(await stage.send(opened.browser), closed);
      const view = await stage.view(opened.browser);
      assert.deepEqual([view.status, view.returnTo], ['cancelled', cancelled.returnTo]);
      assert.deepEqual(
        (await stage.journal(opened.sessionId)).map(({ to, actor }) => [to, actor]),
        [
          ['open', 'u-maker'],
          ['cancelled', 'u-maker'],
        ],
      );
      await submit(stage, { reference: 'INV-1' });
    },
  },
  {
    title: 'a session expires after fifteen minutes, read or not, and no clock brings it back',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const left = await stage.start();
      const read = await stage.start();
      await stage.advance(15 * MINUTE - 1);
      assert.deepEqual(
        [await stage.statusOf(left), (await stage.view(read.browser)).status],
        ['open', 'open'],
      );

      // One has its event before the duty comes to it.
      stage.clock.advance(1);
      assert.equal(await stage.statusOf(read), 'expired');
      await stage.runDue();
      stage.clock.set(left.expiresAt - 5 * MINUTE);
      for (const one of [left, read]) {
        assert.equal(await stage.statusOf(one), 'expired');
        assert.equal(await stage.send(one.browser), 'PayoutCheckoutClosed expired');
        const [, ended, ...more] = await stage.journal(one.sessionId);
        assert.deepEqual(
          [ended?.to, ended?.at, ended?.actor, more],
          ['expired', one.expiresAt, 'expire-sessions', []],
        );
      }
      assert.equal(
        (await storage.read(({ work }) => work.nextDues(stage.clock.now()))).get('expire-sessions'),
        undefined,
      );
    },
  },
  {
    title: 'a code that comes when the time is over submits nothing, and the session has expired',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const opened = await stage.start();
      stage.clock.advance(13 * MINUTE);
      assert.equal(await stage.send(opened.browser), 'sent');
      stage.clock.set(opened.expiresAt);
      const closed = 'PayoutCheckoutClosed expired';
      assert.equal(await stage.authorize(opened.browser, stage.code()), closed);
      stage.clock.set(opened.expiresAt - MINUTE);
      assert.equal(await stage.authorize(opened.browser, stage.code()), closed);
      assert.equal(await stage.statusOf(opened), 'expired');
    },
  },
];

const eventScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'the corporate hears how each of its sessions ended, and of the payout by its id',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const one = await stage.start({ reference: 'INV-1', metadata: { run: 7 } });
      const other = await stage.start();
      const left = await stage.start();
      expectRight(await stage.engine.cancelPayoutCheckout(other.browser));
      assert.equal(await stage.send(one.browser), 'sent');
      assert.equal(await stage.authorize(one.browser, stage.code()), 'submitted');
      await stage.advance(15 * MINUTE);

      const events = (await sealedEvents(stage)).map(({ body }) => JSON.parse(body) as ReadEvent);
      const about = ({ sessionId }: { readonly sessionId: string }) =>
        events.filter(({ data }) => data.object['sessionId'] === sessionId);
      assert.deepEqual(
        [one, other, left].map((session) =>
          about(session).map(({ type, data }) => [
            type,
            data.object['status'],
            data.previousStatus,
          ]),
        ),
        ['submitted', 'cancelled', 'expired'].map((status) => [
          [`payout_checkout.session.${status}`, status, 'open'],
        ]),
      );
      const object = about(one)[0]?.data.object ?? assert.fail('there is no event');
      const { transaction } = expectRight(
        await stage.engine.getPayoutCheckout(stage.tenant, { sessionId: one.sessionId }),
      );
      assert.deepEqual(
        [object['transactionId'], object['metadata']],
        [transaction?.transactionId, { run: 7 }],
      );
    },
  },
];

export const checkoutScenarios: ReadonlyArray<Scenario> = [
  ...submitScenarios,
  ...endScenarios,
  ...eventScenarios,
];
