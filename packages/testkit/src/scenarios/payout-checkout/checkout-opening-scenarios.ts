import assert from 'node:assert/strict';
import { E } from '@hundi/core';
import { stageDocument } from '../stage/stage-document.js';
import { demoUsers } from '../../kit/sandbox/demo-people.js';
import { codesOf } from '../stage/group-stage.js';
import { openCheckouts, type Asked } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectLeft, expectRight } from '../stage/stage.js';

export const checkoutOpeningScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a key opens one session, and the same answer comes again byte for byte',
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const asked = { key: 'one', reference: 'INV-1' };
      const answers = await Promise.all([1, 2, 3, 4].map(() => stage.ask(asked)));
      const bodies = new Set(answers.map((answer) => JSON.stringify(expectRight(answer).checkout)));
      stage.clock.advance(60_000);
      const late = expectRight(await stage.ask(asked));

      assert.equal(bodies.size, 1);
      assert.deepEqual([late.replayed, bodies.has(JSON.stringify(late.checkout))], [true, true]);
      assert.equal(
        expectLeft(await stage.ask({ ...asked, amount: 2 }))._tag,
        'IdempotencyKeyReused',
      );
      const { sessionId } = late.checkout;
      assert.equal((await stage.journal(sessionId)).length, 1);
    },
  },
  {
    title: 'a reader of the database cannot log in: tokens, secrets and codes are not in it',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { sessionId, token, browser } = await stage.start({ key: 'one' });
      assert.equal(await stage.send(browser), 'sent');
      const kept = await storage.read(async ({ payoutCheckouts, idempotency }) => [
        await payoutCheckouts.findAnywhere(sessionId),
        await idempotency.find([
          {
            tenant: stage.tenant,
            route: 'POST /v1/partner/payout-checkout/sessions',
            key: 'one',
          },
        ]),
      ]);
      const text = JSON.stringify(kept);

      assert.ok(text.includes(sessionId));
      for (const secret of [token, browser.secret ?? assert.fail(), `"${stage.code()}"`])
        assert.ok(!text.includes(secret));
    },
  },
  {
    title: 'a session is for a real approved person who may make payouts',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      for (const by of ['u-erp', 'u-checker', 'u-admin', 'u-newcomer', 'u-nobody'])
        assert.deepEqual(expectLeft(await stage.ask({ by })), {
          _tag: 'MakerNotAuthorized',
          makerUserId: by,
        });
      assert.ok(E.isRight(await stage.ask({ by: 'u-clerk' })));
    },
  },
  {
    title:
      'a session is for an approved payee of the corporate, and a reference that no live payout has',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      await stage.pay([{ reference: 'TAKEN' }]);
      const globex = { ...stage.tenant, corporateTenantId: 'globex' } as typeof stage.tenant;
      const foreign = await stage.beneficiary('SHARMA01', globex);
      const { items } = await storage.read(({ beneficiaries }) =>
        beneficiaries.list(stage.tenant, { state: 'pending_approval', page: 1, limit: 1 }),
      );
      const refused: ReadonlyArray<readonly [Asked, string]> = [
        [{ beneficiaryId: 'nobody' }, 'BeneficiaryNotFound'],
        [{ beneficiaryId: foreign }, 'BeneficiaryNotFound'],
        [{ beneficiaryId: items[0]?.beneficiaryId ?? assert.fail() }, 'BeneficiaryNotFound'],
        [{ reference: 'TAKEN' }, 'ReferenceTaken'],
      ];
      for (const [asked, tag] of refused)
        assert.equal(expectLeft(await stage.ask(asked))._tag, tag);
      assert.ok(E.isRight(await stage.ask({ reference: 'TAKEN', tenant: globex })));
    },
  },
  {
    title: 'an open session holds its reference against sessions and batches, until it ends unpaid',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const asked = { reference: 'HELD', key: 'held' };
      const { browser } = await stage.start(asked);
      assert.equal(expectLeft(await stage.ask({ reference: 'HELD' }))._tag, 'ReferenceTaken');
      assert.equal(expectRight(await stage.ask(asked)).replayed, true);
      const taken = await codesOf(stage, [{ reference: 'HELD' }]);
      assert.deepEqual(taken, ['duplicate_transaction_reference']);

      expectRight(await stage.engine.cancelPayoutCheckout(browser));
      const again = await stage.start({ reference: 'HELD' });
      stage.clock.advance(16 * 60_000);
      await stage.runDue();
      assert.equal(await stage.statusOf(again), 'expired');
      const [paid] = await stage.pay([{ reference: 'HELD' }]);
      assert.equal(paid?.status, 'paid');
    },
  },
  {
    title: 'a session whose reference nobody else could take becomes its payout',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start({ reference: 'HELD' });
      await stage.pay([{ reference: 'HELD' }]);
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
      const taken = await codesOf(stage, [{ reference: 'HELD' }]);
      assert.deepEqual(taken, ['duplicate_transaction_reference']);
    },
  },
  {
    title: 'http on a loopback host is for sandboxes',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const address = 'http://127.0.0.1:4000/done';
      assert.ok(E.isRight(await stage.ask({ redirectUrl: address, cancelUrl: address })));
      const strict = stage.another({
        hostedPages: { baseUrl: () => 'https://pay.example', allowsLoopback: false },
      });
      const refused = await strict.openPayoutCheckout(stage.tenant, {
        key: 'strict',
        makerUserId: 'u-maker',
        amount: { value: 100, currency: 'INR' },
        transactionReference: 'INV-1',
        beneficiaryId: 'b',
        redirectUrl: address,
        cancelUrl: address,
      });
      const fault = expectLeft(refused);
      assert.deepEqual(
        fault._tag === 'InvalidInput' && fault.issues.map(({ pointer }) => pointer),
        ['/redirectUrl', '/cancelUrl'],
      );
    },
  },
  {
    title: 'a session leads back to hosts that the bank registered, if it registered any',
    run: async (storage) => {
      const stage = await openCheckouts(storage, {
        payoutReturnHosts: ['erp.example', 'pay.example:8443', '127.0.0.1'],
      });
      const home = 'https://erp.example/done';
      for (const redirectUrl of [home, 'https://pay.example:8443/', 'http://127.0.0.1:4000/'])
        assert.ok(E.isRight(await stage.ask({ redirectUrl, cancelUrl: home })));
      assert.ok(E.isRight(await stage.ask()));
      const pointers = async (asked: Asked) => {
        const fault = expectLeft(await stage.ask(asked));
        return fault._tag === 'InvalidInput' && fault.issues.map(({ pointer }) => pointer);
      };
      for (const url of [
        'https://evil.example/',
        'https://erp.example:8443/',
        'https://pay.example/',
        'https://erp.example.evil.example/',
        'http://localhost:4000/',
      ]) {
        assert.deepEqual(await pointers({ redirectUrl: url, cancelUrl: home }), ['/redirectUrl']);
        assert.deepEqual(await pointers({ cancelUrl: url }), ['/cancelUrl']);
      }
      const globex = { ...stage.tenant, corporateTenantId: 'globex' } as typeof stage.tenant;
      const elsewhere = 'https://elsewhere.example/';
      assert.ok(E.isRight(await stage.ask({ tenant: globex, redirectUrl: elsewhere })));
    },
  },
  {
    title:
      'outside sandboxes a session leads back to registered hosts only, and nowhere without any',
    run: async (storage) => {
      const stage = await openCheckouts(storage, { payoutReturnHosts: ['erp.example'] });
      const engine = stage.another({
        hostedPages: { baseUrl: () => 'https://pay.example', allowsLoopback: false },
      });
      const home = 'https://erp.example/done';
      const asking = async (corporateTenantId: string, reference: string, returns: object) => {
        const tenant = { ...stage.tenant, corporateTenantId } as typeof stage.tenant;
        return engine.openPayoutCheckout(tenant, {
          key: reference,
          makerUserId: 'u-maker',
          amount: { value: 100, currency: 'INR' },
          transactionReference: reference,
          beneficiaryId: await stage.beneficiary('SHARMA01', tenant),
          ...returns,
        });
      };
      assert.ok(E.isRight(await asking('acme', 'R-1', { redirectUrl: home, cancelUrl: home })));
      assert.ok(E.isRight(await asking('globex', 'R-2', {})));
      const fault = expectLeft(
        await asking('globex', 'R-3', { redirectUrl: home, cancelUrl: home }),
      );
      assert.deepEqual(
        fault._tag === 'InvalidInput' &&
          fault.issues.map(({ pointer, detail }) => [
            pointer,
            detail.includes('payoutReturnHosts'),
          ]),
        [
          ['/redirectUrl', true],
          ['/cancelUrl', true],
        ],
      );
    },
  },
  {
    title: 'the retry of an opened session is answered though its host is registered no more',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const asked = { key: 'one', reference: 'INV-1', redirectUrl: 'https://erp.example/' };
      const first = expectRight(await stage.ask(asked));
      const narrowed = stageDocument({ payoutReturnHosts: ['other.example'] });
      expectRight(await stage.engine.provision(narrowed));

      assert.deepEqual(expectRight(await stage.ask(asked)).checkout, first.checkout);
      assert.equal(expectLeft(await stage.ask({ ...asked, key: 'two' }))._tag, 'InvalidInput');
    },
  },
  {
    title: "the answer for another corporate's session equals that for an absent one",
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { sessionId } = await stage.open();
      const globex = { ...stage.tenant, corporateTenantId: 'globex' };
      const none = `pcs_${'0'.repeat(32)}`;
      assert.deepEqual(
        await stage.engine.getPayoutCheckout(globex, { sessionId }),
        await stage.engine.getPayoutCheckout(stage.tenant, { sessionId: none }),
      );
    },
  },
  {
    title: 'the link brings the session to the browser that opens it last, and to no other',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const opened = await stage.open();
      const first = await stage.enter(opened);
      assert.equal(await stage.send(first), 'sent');
      const second = await stage.enter(opened);

      assert.notEqual(first.secret, second.secret);
      const gone = expectLeft(await stage.engine.viewPayoutCheckout(first));
      assert.equal(gone._tag, 'NotThisBrowser');
      assert.match(await stage.send(first), /^NotThisBrowser/);
      assert.match(await stage.authorize(first, stage.code()), /^NotThisBrowser/);
      assert.equal(
        expectLeft(await stage.engine.cancelPayoutCheckout(first))._tag,
        'NotThisBrowser',
      );
      // A code that was sent before is valid in the other browser: it came to the same mailbox.
      assert.equal(await stage.authorize(second, stage.code()), 'submitted');
      assert.equal((await stage.view(second)).status, 'submitted');
      const { sessionId, token } = opened;
      assert.deepEqual(expectLeft(await stage.engine.enterPayoutCheckout({ sessionId, token })), {
        _tag: 'PayoutCheckoutClosed',
        status: 'submitted',
      });
    },
  },
  {
    title: 'without the token no browser enters, and a forged cookie opens nothing',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { sessionId, token } = await stage.open();
      const other = await stage.open();
      for (const wrong of ['', token.slice(1), token.toUpperCase(), other.token])
        assert.equal(
          expectLeft(await stage.engine.enterPayoutCheckout({ sessionId, token: wrong }))._tag,
          'PayoutCheckoutNotFound',
        );
      for (const secret of [undefined, '', token, 'f'.repeat(64)])
        assert.equal(
          expectLeft(await stage.engine.viewPayoutCheckout({ sessionId, secret }))._tag,
          'NotThisBrowser',
        );
    },
  },
  {
    title: 'a person who has lost their approval or their role authorizes nothing',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      assert.equal(await stage.send(browser), 'sent');
      const maker = demoUsers('acme').find(({ userId }) => userId === 'u-maker');
      const suspend = async (changes: object): Promise<void> => {
        await storage.atomically<never, null>(async ({ tenancy }) => {
          await tenancy.putUsers(stage.tenant, [{ ...maker, ...changes } as never]);
          return E.right(null);
        });
      };
      for (const changes of [{ approvalState: 'rejected' }, { roleCodes: ['head'] }]) {
        await suspend(changes);
        assert.equal(await stage.authorize(browser, stage.code()), 'MakerNotAuthorized u-maker');
        assert.deepEqual((await stage.view(browser)).packages, []);
      }
      await suspend({});
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
    },
  },
  {
    title: 'a code in a mailbox that is no more the registered one of its maker authorizes nothing',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      assert.equal(await stage.send(browser), 'sent');
      const maker = demoUsers('acme').find(({ userId }) => userId === 'u-maker');
      const email = 'maker@new.example';
      await storage.atomically<never, null>(async ({ tenancy }) => {
        await tenancy.putUsers(stage.tenant, [{ ...maker, email } as never]);
        return E.right(null);
      });
      assert.equal(await stage.authorize(browser, stage.code()), 'WrongCode 4');
      stage.clock.advance(30_000);
      assert.equal(await stage.send(browser), 'sent');
      assert.equal(await stage.authorize(browser, stage.code(email)), 'submitted');
    },
  },
];
