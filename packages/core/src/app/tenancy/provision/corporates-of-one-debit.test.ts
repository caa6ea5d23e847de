import test from 'ava';
import { E } from '../../../kernel/fp.js';
import { SAMPLE_DOCUMENT } from '../../../model/tenancy/sample-document.test.data.js';
import { readProvisionDocument } from './check-provision.js';
import { corporatesOfOneDebit } from './corporates-of-one-debit.js';

const [BANK] = SAMPLE_DOCUMENT.bankTenants;
const [ACME] = BANK?.corporates ?? [];
const [PACKAGE] = ACME?.packages ?? [];
const CATALOG = PACKAGE?.catalogConfiguration;

const named = (catalog: object, effectiveConfiguration: object = {}): ReadonlyArray<string> => {
  const one = {
    ...PACKAGE,
    catalogConfiguration: { ...CATALOG, allowedDebitModes: ['single', 'multi'], ...catalog },
    effectiveConfiguration,
  };
  const read = readProvisionDocument({
    bankTenants: [{ ...BANK, corporates: [{ ...ACME, packages: [one] }] }],
  });
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left.issues));
  return corporatesOfOneDebit(read.right).map(({ corporateTenantId }) => corporateTenantId);
};

test('a corporate is named that has a package of one debit, by its catalog or its subscription', (t) => {
  const [multi, single] = [{ defaultDebitMode: 'multi' }, { defaultDebitMode: 'single' }];
  t.deepEqual(named(multi), []);
  t.deepEqual(named(single), ['acme']);
  t.deepEqual(named(multi, { effectiveDebitMode: 'single' }), ['acme']);
  t.deepEqual(named(single, { effectiveDebitMode: 'multi' }), []);
});
