import type { BankRail, ProvisionDocument } from '@hundi/core';
import { corporatesOfOneDebit } from '@hundi/core/operator';
import type { Logger } from '../log/logger.js';

const NAMED = 20;

/** The corporates, `bank/corporate`, whose packages say one debit for a job and whose rail takes no groups. */
export const debitedByOrder = (
  { ordersAGroup }: Pick<BankRail['traits'], 'ordersAGroup'>,
  document: ProvisionDocument,
): ReadonlyArray<string> =>
  ordersAGroup === undefined
    ? corporatesOfOneDebit(document).map(
        ({ bankTenantId, corporateTenantId }) => `${bankTenantId}/${corporateTenantId}`,
      )
    : [];

/** Logs whose jobs the bank debits order by order although their packages say one debit. */
export const tellOfDebits = (
  { traits }: Pick<BankRail, 'traits'>,
  document: ProvisionDocument,
  logger: Pick<Logger, 'info'>,
): void => {
  const corporates = debitedByOrder(traits, document);
  if (corporates.length > 0)
    logger.info(
      'the rail takes no groups: the bank debits each order of debit mode single by itself',
      {
        subjectCount: corporates.length,
        corporates: corporates.slice(0, NAMED),
      },
    );
};
