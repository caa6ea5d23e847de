import assert from 'node:assert/strict';
import { catalogOf, demoPackages } from '../../kit/sandbox/demo-packages.js';
import { openCheckouts, type CheckoutStage } from '../stage/checkout-stage.js';
import type { Scenario } from '../stage/scenario.js';

/** The options, as `package account method+method`; the shown choice is starred. */
const offered = async (
  stage: CheckoutStage,
  asked: Parameters<CheckoutStage['start']>[0],
): Promise<ReadonlyArray<string>> => {
  const { browser } = await stage.start(asked);
  const { packages } = await stage.view(browser);
  return packages.flatMap(({ packageCode, debitAccounts }) =>
    debitAccounts.map(({ debitAccountId, isDefault, methods }) => {
      const codes = methods.map((one) => `${one.paymentMethodCode}${one.isDefault ? '*' : ''}`);
      return `${packageCode} ${debitAccountId}${isDefault ? '*' : ''} ${codes.join('+')}`;
    }),
  );
};

const pick = (packageCode: string, debitAccountId: string, paymentMethodCode: string) => ({
  packageCode,
  debitAccountId,
  paymentMethodCode,
});

export const checkoutChoiceScenarios: ReadonlyArray<Scenario> = [
  {
    title: 'a maker picks from the options that their roles reach and that fit amount and payee',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      assert.deepEqual(await offered(stage, { by: 'u-clerk' }), ['VENDOR da-main* NEFT*+IMPS']);
      assert.deepEqual(await offered(stage, { by: 'u-clerk', amount: 60_000_000 }), [
        'VENDOR da-main* NEFT*+RTGS',
      ]);
      assert.deepEqual(await offered(stage, { to: 'STAFF01' }), [
        'SALARY da-main* NEFT*+IMPS',
        'SALARY da-second NEFT*+IMPS',
        'SALARY da-poor NEFT*+IMPS',
      ]);
      assert.equal((await offered(stage, {})).length, 9);
      assert.deepEqual(await offered(stage, { amount: 50 }), []);
    },
  },
  {
    title: 'where a default does not fit, the first that does is shown as picked',
    run: async (storage) => {
      const [vendor = assert.fail(), ...others] = demoPackages();
      const stage = await openCheckouts(storage, {
        packages: [
          {
            ...vendor,
            catalogConfiguration: catalogOf({
              defaultPaymentMethodCode: 'IMPS',
              defaultDebitAccountId: 'da-second',
              debitAccounts: [
                {
                  debitAccountId: 'da-main',
                  allowedPaymentMethodCodes: ['NEFT'],
                  isDefault: false,
                },
                {
                  debitAccountId: 'da-second',
                  allowedPaymentMethodCodes: ['IMPS'],
                  isDefault: true,
                },
              ],
            }),
          },
          ...others,
        ],
      });
      assert.deepEqual(await offered(stage, { by: 'u-clerk' }), ['VENDOR da-main* NEFT*']);
    },
  },
  {
    title: 'a choice that is not allowed is refused with its field, even if a browser sends it',
    run: async (storage) => {
      const stage = await openCheckouts(storage);
      const clerk = (await stage.start({ by: 'u-clerk' })).browser;
      const small = (await stage.start({ amount: 50 })).browser;
      const large = (await stage.start({ amount: 60_000_000 })).browser;
      const staff = (await stage.start({ to: 'STAFF01' })).browser;
      const refused = [
        [clerk, pick('SALARY', 'da-main', 'NEFT'), 'ChoiceDenied packageCode'],
        [clerk, pick('NONE', 'da-main', 'NEFT'), 'ChoiceDenied packageCode'],
        [clerk, pick('VENDOR', 'da-second', 'NEFT'), 'ChoiceDenied debitAccountId'],
        [clerk, pick('VENDOR', 'da-none', 'NEFT'), 'ChoiceDenied debitAccountId'],
        [
          clerk,
          pick('VENDOR', 'da-main', 'WIRE'),
          'ChoiceUnfit paymentMethodCode payment_method_not_allowed',
        ],
        [
          staff,
          pick('VENDOR', 'da-main', 'NEFT'),
          'ChoiceUnfit packageCode beneficiary_not_mapped_to_package',
        ],
        [
          small,
          pick('VENDOR', 'da-main', 'NEFT'),
          'AmountLimitExceeded method_minimum paymentMethodCode',
        ],
        [
          large,
          pick('VENDOR', 'da-main', 'IMPS'),
          'AmountLimitExceeded method_maximum paymentMethodCode',
        ],
      ] as const;
      for (const [browser, choice, tag] of refused)
        assert.equal(await stage.send(browser, choice), tag);
      assert.deepEqual(stage.mailbox.mails(), []);
    },
  },
  {
    title: 'the daily limit of a package holds for checkouts and batches together',
    asksStore: true,
    run: async (storage) => {
      const [vendor = assert.fail(), ...others] = demoPackages();
      const stage = await openCheckouts(storage, {
        packages: [{ ...vendor, dailyAmountLimit: 2_000_000 }, ...others],
      });
      const [one, other] = [await stage.start(), await stage.start()];
      assert.deepEqual([await stage.send(one.browser)], ['sent']);
      const code = stage.code();
      assert.deepEqual([await stage.send(other.browser)], ['sent']);
      const late = stage.code();
      assert.equal(await stage.authorize(one.browser, code), 'submitted');
      const passed = 'AmountLimitExceeded daily packageCode';
      assert.equal(await stage.authorize(other.browser, late), passed);
      assert.equal(await stage.send((await stage.start()).browser), passed);
      const [row] = await stage.pay([{ amount: 600_000 }]);
      assert.equal(row?.statusDetails?.code, 'amount_above_daily_limit');
      // The refused one is open still, and another package pays it.
      stage.clock.advance(30_000);
      assert.equal(await stage.send(other.browser, pick('SALARY', 'da-main', 'NEFT')), 'sent');
      assert.equal(
        await stage.authorize(other.browser, stage.code(), pick('SALARY', 'da-main', 'NEFT')),
        'submitted',
      );
    },
  },
];
