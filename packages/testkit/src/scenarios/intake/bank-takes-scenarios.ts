import assert from 'node:assert/strict';
import type { Hundi, Storage } from '@hundi/core';
import type { NotTaken, ProposedOrder } from '@hundi/core/rail';
import { demoPayees } from '../../kit/sandbox/demo-payees.js';
import { withCheckouts } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';
import { openStage, type Stage } from '../stage/stage.js';
import { asPreviewed } from '../stage/as-previewed.js';

const ASCII = /^[\x20-\x7e]*$/;

/** A bank whose files hold ASCII letters alone, and no IMPS. */
const refuses = ({
  beneficiaryName,
  narration,
  paymentMethod,
}: ProposedOrder): NotTaken | undefined => {
  if (!ASCII.test(beneficiaryName))
    return { of: 'beneficiaryName', message: 'Write the name in Latin letters.' };
  if (!ASCII.test(narration))
    return { of: 'narration', message: 'Write the remark in Latin letters.' };
  return paymentMethod === 'IMPS' ? { of: 'paymentMethod', message: 'No IMPS.' } : undefined;
};

interface ChoosyStage {
  readonly stage: Stage;
  /** An engine of the same house, over a rail that takes everything. */
  readonly takingAll: Hundi;
}

/** A stage whose bank does not take every order. PATEL01 has a name in Tamil. */
const openChoosy = async (storage: Storage): Promise<ChoosyStage> => {
  const beneficiaries = demoPayees().map((one) =>
    one.beneId === 'PATEL01' ? { ...one, beneName: 'படேல்' } : one,
  );
  const stage = await openStage(storage, { beneficiaries });
  const engine = stage.another({ bankRail: { ...stage.bank.rail, refuses } });
  const runDue = async (): Promise<void> => {
    await engine.runDue();
  };
  return { stage: { ...stage, engine, runDue }, takingAll: stage.engine };
};

export const bankTakesScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'what the bank never takes is rejected in its row, as the preview says, and not sent',
    asksStore: true,
    run: async (storage) => {
      const { stage } = await openChoosy(storage);
      const { job } = await asPreviewed(stage, [
        {},
        { to: 'PATEL01' },
        { remark: 'மார்ச்' },
        { paymentMethodCode: 'IMPS' },
      ]);
      assert.deepEqual(
        job.records.map((one) => [
          one.rejectionCode,
          one.rejectionMessage,
          one.field,
          one.nextAction,
        ]),
        [
          [null, null, undefined, undefined],
          [
            'not_taken_by_bank',
            'Write the name in Latin letters.',
            'beneficiaryId',
            'fix_beneficiary',
          ],
          ['not_taken_by_bank', 'Write the remark in Latin letters.', 'remark', 'none'],
          ['not_taken_by_bank', 'No IMPS.', 'paymentMethodCode', 'none'],
        ],
      );
      assert.equal((await stage.bank.orders()).length, 1);
    },
  },
  {
    title: 'the hosted page offers nothing that the bank never takes',
    run: async (storage) => {
      const checkouts = withCheckouts((await openChoosy(storage)).stage);
      const latin = await checkouts.start({ amount: 50_000 });
      const tamil = await checkouts.start({ amount: 50_000, to: 'PATEL01' });
      const [vendor] = (await checkouts.view(latin.browser)).packages;
      assert.deepEqual(
        vendor?.debitAccounts[0]?.methods.map((one) => one.paymentMethodCode),
        ['NEFT'],
      );
      assert.deepEqual((await checkouts.view(tamil.browser)).packages, []);
      assert.equal(
        await checkouts.send(latin.browser, { paymentMethodCode: 'IMPS' }),
        'ChoiceUnfit paymentMethodCode not_taken_by_bank',
      );
      assert.equal(
        await checkouts.send(tamil.browser),
        'ChoiceUnfit packageCode not_taken_by_bank',
      );
    },
  },
  {
    title: 'a code makes no payout that the bank no longer takes',
    run: async (storage) => {
      const { stage, takingAll } = await openChoosy(storage);
      const checkouts = withCheckouts(stage);
      const tamil = await checkouts.start({ amount: 50_000, to: 'PATEL01' });
      assert.equal(await checkouts.send(tamil.browser, {}, takingAll), 'sent');
      assert.equal(
        await checkouts.authorize(tamil.browser, checkouts.code()),
        'ChoiceUnfit packageCode not_taken_by_bank',
      );
      assert.equal(await checkouts.statusOf(tamil), 'open');
    },
  },
];
