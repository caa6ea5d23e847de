import type { CardAcquirer, ProvisionDocument } from '@hundi/core';
import type { Config } from '../config/config.js';
import { StartRefused } from '../config/start-refused.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { loadPort, type PortHost } from './load-port.js';

const isAcquirer = (value: unknown): value is CardAcquirer => {
  const { traits, charge, query, reverse } = (value ?? {}) as Partial<CardAcquirer>;
  return (
    typeof traits === 'object' && [charge, query, reverse].every((f) => typeof f === 'function')
  );
};

const takesCards = ({ bankTenants }: ProvisionDocument): boolean =>
  bankTenants.some(({ corporates }) =>
    corporates.some(({ secretKeys = [] }) => secretKeys.length > 0),
  );

/**
 * The acquirer that charges cards: what an ES module's default export creates, or the sandbox. Without one the engine takes
 * no card, and offers none of what would ask for one.
 *
 * @throws StartRefused when the module makes none, or tenants take cards without an acquirer.
 */
export const acquirerOf = async (
  { cardAcquirer }: Config,
  host: PortHost,
  sandbox: Sandbox | undefined,
  document: ProvisionDocument,
): Promise<CardAcquirer | undefined> => {
  if (cardAcquirer !== undefined)
    return loadPort(
      { variable: 'CARD_ACQUIRER', what: 'a card acquirer', fits: isAcquirer },
      cardAcquirer,
      host,
    );
  if (sandbox !== undefined) return sandbox.cards.acquirer;
  if (takesCards(document))
    throw new StartRefused(
      'CARD_ACQUIRER: must be set when SANDBOX=0 and the provision document has secret keys',
    );
  return undefined;
};
