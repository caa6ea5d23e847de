import assert from 'node:assert/strict';
import { decide } from '../stage/approval-stage.js';
import { openCheckouts, type CheckoutStage } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight, openStage, type Stage } from '../stage/stage.js';
import { ADMIN, GLOBEX, kindsOf, why, WITH_KEY_MAKER } from '../stage/why-stage.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When 6 January 2026 starts in India. */
const TUESDAY = Date.UTC(2026, 0, 5, 18, 30);

const create = async ({ engine, tenant }: Stage, by: string, keyId?: string) => {
  const created = await engine.createBeneficiary(tenant, {
    initiatedByUserId: by,
    beneId: 'FRESH01',
    beneName: 'Fresh Foods',
    benePhoneNumber: '+919800000009',
    benePackageCodes: ['VENDOR'],
    beneBankAccounts: [{ accountNumber: '700000000001', ifscCode: 'SBIN0000001' }],
    ...(keyId !== undefined && { via: { keyId } }),
  });
  return expectRight(created).beneficiary.beneficiaryId;
};

const payeeScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a payee waits for a checker who neither made it nor the key that it came by',
    run: async (storage) => {
      const stage = await openStage(storage, WITH_KEY_MAKER);
      const { engine, tenant, clock } = stage;
      const key = { actorUserId: 'u-keys', name: 'tills', scopes: ['payments'] } as const;
      const { keyId } = expectRight(await engine.createApiKey(tenant, key)).key;
      const since = clock.now();
      const beneficiaryId = await create(stage, 'u-both', keyId);
      clock.advance(HOUR);
      assert.deepEqual(await why(stage, { beneficiaryId }), [
        {
          kind: 'beneficiary_approval',
          since,
          roles: ['checker'],
          people: ['checker'],
          peopleCount: 1,
          detail:
            'A checker has to approve the beneficiary before it can be paid: 1 person can decide on it.',
        },
      ]);
      for (const actorUserId of ['u-both', 'u-keys']) {
        const input = { actorUserId, beneficiaryId, action: 'approve' } as const;
        assert.equal((await engine.authorizeBeneficiary(tenant, input))._tag, 'Left');
      }

      const input = { actorUserId: 'u-checker', beneficiaryId, action: 'approve' } as const;
      expectRight(await engine.authorizeBeneficiary(tenant, input));
      assert.deepEqual(await why(stage, { beneficiaryId }), []);
    },
  },
  {
    title: 'a payee with a change that waits says so, and who asked for it cannot decide on it',
    run: async (storage) => {
      const stage = await openStage(storage);
      const { engine, tenant, clock } = stage;
      const beneficiaryId = await stage.beneficiary('SHARMA01');
      assert.deepEqual(await why(stage, { beneficiaryId }), []);
      clock.advance(HOUR);
      const change = { beneficiaryId, initiatedByUserId: 'u-both', beneName: 'Sharma Iron' };
      expectRight(await engine.changeBeneficiary(tenant, change));
      const [reason, ...others] = await why(stage, { beneficiaryId });
      assert.deepEqual(
        [reason?.kind, reason?.since, reason?.people, others],
        ['beneficiary_change', clock.now(), ['checker'], []],
      );
    },
  },
  {
    title: 'a payee is absent for a person whose roles reach none of its packages',
    run: async (storage) => {
      const stage = await openStage(storage);
      const beneficiaryId = await create(stage, 'u-maker');
      const waits = ['beneficiary_approval'];
      const absent = ['BeneficiaryNotFound'];
      assert.deepEqual(await kindsOf(stage, { beneficiaryId }, 'u-maker'), waits);
      assert.deepEqual(await kindsOf(stage, { beneficiaryId }, 'u-clerk'), absent);
      assert.deepEqual(await kindsOf(stage, { beneficiaryId }, 'u-newcomer'), absent);
      assert.deepEqual(await kindsOf(stage, { beneficiaryId: 'none' }), absent);
      const globex = { ...stage, tenant: GLOBEX };
      assert.deepEqual(await kindsOf(globex, { beneficiaryId }), absent);
    },
  },
];

/** Twenty wrong codes of the maker: they are locked out for the day. */
const lockOut = async (stage: CheckoutStage): Promise<void> => {
  for (let n = 0; n < 4; n += 1) {
    const { browser } = await stage.start();
    await stage.send(browser);
    const wrong = stage.code() === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await stage.authorize(browser, wrong);
  }
};

const sessionScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'an open session waits for its maker until it expires, and then for nothing',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const since = stage.clock.now();
      const { sessionId } = await stage.start();
      const until = since + 15 * MINUTE;
      assert.deepEqual(await why(stage, { sessionId }), [
        {
          kind: 'checkout_maker',
          since,
          until,
          people: ['maker'],
          peopleCount: 1,
          detail: 'Its maker has to authorize it on the hosted page with a code before it expires.',
        },
      ]);
      stage.clock.advance(15 * MINUTE);
      assert.deepEqual(await why(stage, { sessionId }), []);
    },
  },
  {
    title: 'a maker who is locked out or suspended cannot move their session, and it says so',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      await lockOut(stage);
      const locked = stage.clock.now();
      stage.clock.advance(MINUTE);
      const { sessionId } = await stage.start();
      const [maker, lock, ...others] = await why(stage, { sessionId });
      assert.deepEqual([maker?.kind, maker?.people, others], ['checkout_maker', [], []]);
      assert.deepEqual([lock?.kind, lock?.since, lock?.until], ['maker_locked', locked, TUESDAY]);

      const { engine, tenant } = stage;
      const other = await stage.start({ by: 'u-maker-2' });
      const suspension = { actorUserId: ADMIN, userId: 'u-maker-2' };
      expectRight(await engine.suspendPerson(tenant, suspension));
      const [reason, ...more] = await why(stage, { sessionId: other.sessionId });
      assert.deepEqual([reason?.people, more], [[], []]);
      assert.match(reason?.detail ?? '', /may make no payments now/);
    },
  },
  {
    title: 'a session that was submitted waits for what its payout waits for',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { sessionId, browser } = await stage.start();
      await stage.send(browser);
      await stage.authorize(browser, stage.code());
      assert.deepEqual(await kindsOf(stage, { sessionId }), ['approval']);
      const session = await stage.engine.getPayoutCheckout(stage.tenant, { sessionId });
      const { transaction } = expectRight(session);
      await decide(stage, 'u-checker', [transaction?.transactionId ?? assert.fail()]);
      await stage.runDue();
      assert.deepEqual(await kindsOf(stage, { sessionId }), []);
    },
  },
  {
    title: 'a session is seen by its maker and by people of its payee’s packages, and by no others',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { sessionId } = await stage.start();
      for (const who of ['u-maker', 'u-checker', 'u-clerk', ADMIN])
        assert.deepEqual(await kindsOf(stage, { sessionId }, who), ['checkout_maker']);
      const absent = ['PayoutCheckoutNotFound'];
      assert.deepEqual(await kindsOf(stage, { sessionId }, 'u-newcomer'), absent);
      const none = `pcs_${'0'.repeat(32)}`;
      assert.deepEqual(await kindsOf(stage, { sessionId: none }), absent);
      const globex = { ...stage, tenant: GLOBEX };
      assert.deepEqual(await kindsOf(globex, { sessionId }), absent);
    },
  },
];

export const whyPayeeScenarios: ReadonlyArray<Scenario> = [...payeeScenarios, ...sessionScenarios];
