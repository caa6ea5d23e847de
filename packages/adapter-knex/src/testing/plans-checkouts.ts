import type { Tenant } from '@hundi/core';
import type { Stores } from '@hundi/core/storage';
import { aCheckout } from '@hundi/testkit';

/** Every statement that reads of checkouts and payment links. */
export const lookAtCheckouts = async (
  { collections, payoutCheckouts }: Stores,
  acme: Tenant,
): Promise<void> => {
  await collections.session(acme, 'cs_7');
  await collections.anySession('cs_7');
  await collections.link(acme, 'pl_7');
  await collections.anyLink('pl_7');
  await collections.links(acme, 51);
  await collections.links(acme, 51, { createdAt: 1_000, linkId: 'pl_1000' });
  await payoutCheckouts.findSurrounded(aCheckout(acme, 1).sessionId);
};
