import type { BankTenantId, CorporateTenantId } from '../../../kernel/values/ids.js';
import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import type { ProvisionDocument } from './provision-document.js';

/** The corporates of a document that have a package whose debit mode is `single`: a rail that takes groups debits its payouts of a job at once. */
export const corporatesOfOneDebit = ({
  bankTenants,
}: ProvisionDocument): ReadonlyArray<{
  readonly bankTenantId: BankTenantId;
  readonly corporateTenantId: CorporateTenantId;
}> =>
  bankTenants.flatMap(({ bankTenantId, corporates }) =>
    corporates
      .filter(({ packages = [] }) =>
        packages.some(
          ({ catalogConfiguration, effectiveConfiguration: overrides = {} }) =>
            effectiveConfiguration({ catalogConfiguration, overrides }).effectiveDebitMode ===
            'single',
        ),
      )
      .map(({ corporateTenantId }) => ({ bankTenantId, corporateTenantId })),
  );
