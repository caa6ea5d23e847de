import type { Tenant } from '../../../kernel/values/tenant.js';
import { configurationOf } from './package-configuration.js';
import type { ProvisionDocument } from './provision-document.js';
import { partsIn } from './provision-places.js';

/** The corporates of a document that have a package whose debit mode is `single`: a rail that takes groups debits its payouts of a job at once. */
export const corporatesOfOneDebit = (document: ProvisionDocument): ReadonlyArray<Tenant> =>
  partsIn(document)
    .filter(({ part: { packages = [] } }) =>
      packages.some((one) => configurationOf(one).effectiveDebitMode === 'single'),
    )
    .map(({ tenant }) => tenant);
