import type { ProvisionDefaults, ProvisionDocument, Storage } from '@hundi/core';
import type { Logger } from '../log/logger.js';

/** What a corporate gets whose part of the document leaves it out: strict outside a sandbox. */
export const provisionDefaults = (sandbox: boolean): ProvisionDefaults =>
  sandbox
    ? { settingsNeedSecondPerson: false }
    : {
        settingsNeedSecondPerson: true,
        secondFactor: { login: 'none', approval: 'any' },
      };

/** How many corporates a line of the log names. */
const NAMED = 20;

/**
 * Says at each start which corporates approve payouts without a second factor: outside a sandbox somebody wrote that
 * into the document, or it is from before there were any and no document names it any more.
 */
export const warnOfApprovalsWithoutFactor = async (
  storage: Storage,
  { bankTenants }: ProvisionDocument,
  logger: Pick<Logger, 'warn'>,
): Promise<void> => {
  const without: string[] = [];
  for (const { bankTenantId } of bankTenants) {
    const ids = await storage.read(({ tenancy }) => tenancy.corporatesOf(bankTenantId));
    for (const corporateTenantId of ids) {
      const corporate = await storage.read(({ tenancy }) =>
        tenancy.corporate({ bankTenantId, corporateTenantId }),
      );
      if ((corporate?.secondFactor?.approval ?? 'none') === 'none')
        without.push(`${bankTenantId}/${corporateTenantId}`);
    }
  }
  if (without.length > 0)
    logger.warn('corporates approve payouts without a second factor', {
      subjectCount: without.length,
      corporates: without.slice(0, NAMED),
    });
};
