import assert from 'node:assert/strict';
import type { BeneficiaryId, Hundi, Storage } from '@hundi/core';
import { commit } from '../../kit/build/commit.js';
import { openCheckouts, USUAL, type CheckoutStage, type Entered } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { expectRight } from '../stage/stage.js';
import { why } from '../stage/why-stage.js';

const SECOND = 1_000;

type Changes = Omit<
  Parameters<Hundi['changeBeneficiary']>[1],
  'beneficiaryId' | 'initiatedByUserId'
>;

/** A maker changes a payee, and a checker approves it. */
const change = async (
  { engine, tenant }: CheckoutStage,
  beneficiaryId: BeneficiaryId,
  changes: Changes,
): Promise<void> => {
  const asked = { beneficiaryId, initiatedByUserId: 'u-maker', ...changes };
  expectRight(await engine.changeBeneficiary(tenant, asked));
  const decision = { beneficiaryId, actorUserId: 'u-checker', action: 'approve' } as const;
  expectRight(await engine.authorizeBeneficiary(tenant, decision));
};

const account = (accountNumber: string, ifscCode: string, isDefault = true) => ({
  accountNumber,
  ifscCode,
  isDefault,
});

const SHARMA = account('123456780001', 'HDFC0000001');

const OTHERS: ReadonlyArray<readonly [string, Changes]> = [
  ['name', { beneName: 'Sharma Steel Limited' }],
  ['bank', { beneBankAccounts: [account('123456780001', 'CNRB0010445')] }],
  ['account', { beneBankAccounts: [account('601795985989474', 'HDFC0000001')] }],
];

/** Makes a session one of a version before, which froze the number of the account alone. */
const age = (storage: Storage, { sessionId }: Entered): Promise<void> =>
  commit(storage, async ({ payoutCheckouts }) => {
    const { session } = (await payoutCheckouts.hold(sessionId)) ?? assert.fail();
    const { payee: _, ...older } = session;
    await payoutCheckouts.advance({ ...older, revision: session.revision + 1 });
  });

export const checkoutPayeeScenarios: ReadonlyArray<Scenario> = [
  ...OTHERS.map(([what, changes]): Scenario => ({
    title: `a session pays nobody once the ${what} of its payee is another, its code mailed or not, until it is as before`,
    asksStore: true,
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const id = await stage.beneficiary('SHARMA01');
      const fresh = (await stage.start()).browser;
      const coded = (await stage.start()).browser;
      assert.equal(await stage.send(coded), 'sent');
      const code = stage.code();
      const before = await stage.view(fresh);
      assert.equal(before.payeeHasChanged, false);
      await change(stage, id, changes);

      for (const browser of [fresh, coded]) {
        const { payeeHasChanged, packages, beneficiary } = await stage.view(browser);
        assert.deepEqual([payeeHasChanged, packages], [true, []]);
        assert.deepEqual(beneficiary, before.beneficiary);
      }
      const [wait] = await why(stage, { sessionId: fresh.sessionId });
      assert.deepEqual(wait?.people, []);
      assert.match(wait.detail, /payee was changed/);
      assert.equal(await stage.send(fresh), 'PayeeChanged');
      assert.equal(await stage.authorize(coded, code), 'PayeeChanged');
      assert.equal(stage.mailbox.mails().length, 1);
      const later = (await stage.start()).browser;
      assert.equal(await stage.send(later), 'sent');
      assert.equal(await stage.authorize(later, stage.code()), 'submitted');

      await change(stage, id, { beneName: 'Sharma Steel', beneBankAccounts: [SHARMA] });
      assert.equal(await stage.authorize(coded, code), 'submitted');
    },
  })),
  {
    title:
      'a session pays the account that was the default when it was opened, whatever else of its payee changes',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { browser } = await stage.start();
      await change(stage, await stage.beneficiary('SHARMA01'), {
        benePhoneNumber: '+919800000009',
        tags: ['steel'],
        beneBankAccounts: [
          { ...SHARMA, isDefault: false },
          account('601795985989474', 'ICIC0000002'),
        ],
      });
      assert.equal(await stage.send(browser), 'sent');
      const input = { code: stage.code(), choice: USUAL };
      const { transactionId } = expectRight(await stage.engine.authorizePayout(browser, input));
      const { beneficiary } = await stage.payout(transactionId);
      assert.equal(beneficiary?.accountNumber, SHARMA.accountNumber);
    },
  },
  {
    title: 'a payee that was changed and then deactivated is gone for its sessions',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const { engine, tenant } = stage;
      const { browser } = await stage.start();
      const beneficiaryId = await stage.beneficiary('SHARMA01');
      await change(stage, beneficiaryId, { beneName: 'Sharma Steel Limited' });
      const gone = { beneficiaryId, initiatedByUserId: 'u-maker', comment: 'gone' };
      expectRight(await engine.deactivateBeneficiary(tenant, gone));
      assert.equal((await stage.view(browser)).payeeHasChanged, false);
      assert.equal(await stage.send(browser), 'BeneficiaryNotFound');
    },
  },
  {
    title: 'a code is good for no payee whose name or bank changed after it was mailed',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const opened = await stage.start();
      await age(storage, opened);
      const { browser } = opened;
      const id = await stage.beneficiary('SHARMA01');
      for (const [, changes] of OTHERS.slice(0, 2)) {
        assert.equal(await stage.send(browser), 'sent');
        const code = stage.code();
        await change(stage, id, changes);
        assert.equal(await stage.authorize(browser, code), 'CodeVoid payee_changed');
        stage.clock.advance(30 * SECOND);
      }
      await stage.send(browser);
      assert.equal(await stage.authorize(browser, stage.code()), 'submitted');
    },
  },
];
