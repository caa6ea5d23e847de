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
 * Says at each start which corporates approve payouts without a second factor, at all or up to an amount: outside a sandbox
 * the host wrote that into the document, or it is from before there were any and no document names it any more.
 */
export const warnOfApprovalsWithoutFactor = async (
  storage: Storage,
  { bankTenants }: ProvisionDocument,
  logger: Pick<Logger, 'warn'>,
): Promise<void> => {
  const without: string[] = [];
  const upTo = new Map<number, string[]>();
  for (const { bankTenantId } of bankTenants) {
    const ids = await storage.read(({ tenancy }) => tenancy.corporatesOf(bankTenantId));
    for (const corporateTenantId of ids) {
      const corporate = await storage.read(({ tenancy }) =>
        tenancy.corporate({ bankTenantId, corporateTenantId }),
      );
      const { approval = 'none', aboveAmount } = corporate?.secondFactor ?? {};
      const name = `${bankTenantId}/${corporateTenantId}`;
      if (approval === 'none') without.push(name);
      else if (aboveAmount !== undefined)
        upTo.set(aboveAmount, [...(upTo.get(aboveAmount) ?? []), name]);
    }
  }
  const named = (names: ReadonlyArray<string>) => ({
    subjectCount: names.length,
    corporates: names.slice(0, NAMED),
  });
  if (without.length > 0)
    logger.warn('corporates approve payouts without a second factor', named(without));
  for (const [aboveAmount, names] of upTo)
    logger.warn('corporates approve payouts up to an amount without a second factor', {
      ...named(names),
      aboveAmount,
    });
};
