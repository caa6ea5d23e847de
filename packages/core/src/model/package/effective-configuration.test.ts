import test from 'ava';
import fc from 'fast-check';
import { aCatalog } from '../../samples.test.data.js';
import { effectiveConfiguration } from './effective-configuration.js';
import type { MethodLimit } from './payment-package.js';

const effective = (catalog: Parameters<typeof aCatalog>[0], overrides: object) =>
  effectiveConfiguration({
    catalogConfiguration: aCatalog(catalog),
    overrides,
  });

const CATALOG_VALUES = {
  effectiveDebitMode: 'multi',
  effectiveFileRejectionMode: 'reject_invalid_rows',
  autoApprovalEnabled: false,
  bulkApprovalEnabled: true,
  maskConfidentialDetails: false,
  maxPaymentsPerBatch: 20_000,
  allowedPaymentMethods: aCatalog().allowedPaymentMethods,
  defaultPaymentMethodCode: 'NEFT',
  defaultDebitAccountId: 'da-main',
};

test('without overrides, or with null ones, the catalog holds', (t) => {
  const nulls = Object.fromEntries(Object.keys(CATALOG_VALUES).map((name) => [name, null]));

  t.deepEqual(effective({}, {}) as unknown, CATALOG_VALUES);
  t.deepEqual(effective({}, nulls) as unknown, CATALOG_VALUES);
});

for (const [name, value] of Object.entries({
  effectiveDebitMode: 'single',
  effectiveFileRejectionMode: 'fail_full_file',
  autoApprovalEnabled: true,
  bulkApprovalEnabled: false,
  maskConfidentialDetails: true,
  maxPaymentsPerBatch: 3,
  defaultPaymentMethodCode: 'IMPS',
  defaultDebitAccountId: 'da-other',
})) {
  test(`an overridden ${name} wins`, (t) => {
    t.deepEqual(effective({}, { [name]: value }) as unknown, { ...CATALOG_VALUES, [name]: value });
  });
}

const bound = fc.option(fc.integer({ min: 1, max: 1_000 }));
const limits = fc.uniqueArray(
  fc.record({
    paymentMethodCode: fc.constantFrom('NEFT', 'RTGS', 'IMPS', 'INTERNAL'),
    minimumAmount: bound,
    maximumAmount: bound,
  }),
  { selector: ({ paymentMethodCode }) => paymentMethodCode },
);
type Limits = ReadonlyArray<Pick<MethodLimit, never> & Record<keyof MethodLimit, unknown>>;

const takes = (methods: Limits, method: string, amount: number): boolean =>
  methods.some(
    ({ paymentMethodCode, minimumAmount, maximumAmount }) =>
      paymentMethodCode === method &&
      amount >= Number(minimumAmount ?? 0) &&
      amount <= Number(maximumAmount ?? Infinity),
  );

test('an amount passes only where the catalog and the subscription both take it', (t) => {
  fc.assert(
    fc.property(
      limits,
      limits,
      fc.constantFrom('NEFT', 'RTGS', 'IMPS', 'INTERNAL'),
      fc.integer({ min: 1, max: 1_100 }),
      (ours, theirs, method, amount) => {
        const { allowedPaymentMethods } = effective(
          { allowedPaymentMethods: ours },
          { allowedPaymentMethods: theirs },
        );
        t.is(
          takes(allowedPaymentMethods, method, amount),
          takes(ours, method, amount) && takes(theirs, method, amount),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a method keeps its bounds where the subscription names none', (t) => {
  fc.assert(
    fc.property(limits, (ours) => {
      const { allowedPaymentMethods } = effective({ allowedPaymentMethods: ours }, {});
      t.deepEqual(allowedPaymentMethods as unknown, ours);
    }),
  );
});
