import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { SAMPLE_DOCUMENT } from '../../../model/tenancy/sample-document.test.data.js';
import { readProvisionDocument } from './check-provision.js';
import { corporatesWithoutLei } from './corporates-without-lei.js';

type Members = Readonly<Record<string, unknown>>;

const [{ leiThresholds: _, ...BANK } = {} as Members] = SAMPLE_DOCUMENT.bankTenants;
const [WHOLE] = SAMPLE_DOCUMENT.bankTenants.flatMap(({ corporates }) => corporates);
const LEI = WHOLE?.lei;
const [PACKAGE] = WHOLE?.packages ?? [];
const [{ lei: _own, ...ACCOUNT } = {} as Members] = WHOLE?.debitAccounts ?? [];
const { lei: _lei, ...ACME }: Members = { ...WHOLE, debitAccounts: [ACCOUNT] };
const FIFTY_CRORE = 50_000_000_000;

/** The corporates without an LEI in a document of one bank, whose corporate is the sample without an LEI. */
const named = (corporate: object = {}, bank: object = {}): ReadonlyArray<string> => {
  const read = readProvisionDocument({
    bankTenants: [{ ...BANK, ...bank, corporates: [{ ...ACME, ...corporate }] }],
  });
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left.issues));
  return corporatesWithoutLei(read.right);
};

/** The package with another bound of NEFT. */
const upTo = (maximumAmount: number | null) => ({
  packages: [
    {
      ...PACKAGE,
      effectiveConfiguration: {
        allowedPaymentMethods: [{ paymentMethodCode: 'NEFT', minimumAmount: null, maximumAmount }],
      },
    },
  ],
});

test('a corporate is named whose packages permit payments that need an LEI, and that has none', (t) => {
  t.deepEqual(named(), ['acme']);
  t.deepEqual(named({ lei: LEI }), []);
  t.deepEqual(named({ debitAccounts: [{ ...ACCOUNT, lei: LEI }] }), []);
});

test('a corporate whose packages permit only smaller payments needs no LEI', (t) => {
  t.deepEqual(named(upTo(FIFTY_CRORE)), ['acme']);
  t.deepEqual(named(upTo(FIFTY_CRORE - 1)), []);
  t.deepEqual(
    named({
      packages: [],
      approvalMatrix: [],
      roles: [],
      users: [],
      beneficiaries: [],
      apiKeys: [],
    }),
    [],
  );
});

test('the thresholds are those of the bank', (t) => {
  const byNeft = { paymentMethodCode: 'NEFT', fromAmount: 1_000 };

  t.deepEqual(named({}, { leiThresholds: [] }), []);
  t.deepEqual(named(upTo(999), { leiThresholds: [byNeft] }), []);
  t.deepEqual(named(upTo(1_000), { leiThresholds: [byNeft] }), ['acme']);
});
