import { randomUUID } from 'node:crypto';
import { E, type Hundi, type ProvisionDocument, type Tenant } from '@hundi/core';

/** A link of the demo that a person can open. */
export type DemoLink = 'payout' | 'card';

/** Makes a link of the demo, or returns the tag of the refusal. */
export type DemoLinks = (kind: DemoLink) => Promise<E.Either<string, string>>;

/** The corporate of the demo document. */
const tenantIn = ({ bankTenants: [bank] }: ProvisionDocument): Tenant => {
  const [corporate] = bank?.corporates ?? [];
  if (bank === undefined || corporate === undefined) throw new Error('the demo has no corporate');
  return { bankTenantId: bank.bankTenantId, corporateTenantId: corporate.corporateTenantId };
};

// The package pays so much without a checker, so one person walks from the link to a paid payout.
const PAYOUT = { value: 250_000, currency: 'INR' } as const;
const CARD = { amount: 249_900, currency: 'INR', description: 'A pair of shoes' } as const;

const newReference = (): string => `DEMO-${randomUUID().slice(0, 8).toUpperCase()}`;

const payoutLink = async (engine: Hundi, tenant: Tenant): Promise<E.Either<string, string>> => {
  const payees = await engine.listBeneficiaries(tenant, { search: 'Sharma', page: 1, limit: 1 });
  const reference = newReference();
  const opened = await engine.openPayoutCheckout(tenant, {
    key: reference,
    makerUserId: 'u-maker',
    amount: PAYOUT,
    transactionReference: reference,
    beneficiaryId: E.isRight(payees) ? (payees.right.items[0]?.beneficiaryId ?? '') : '',
  });
  return E.isLeft(opened) ? E.left(opened.left._tag) : E.right(opened.right.checkout.hostedUrl);
};

const cardLink = async (engine: Hundi, tenant: Tenant): Promise<E.Either<string, string>> => {
  const reference = newReference();
  const made = await engine.createPaymentLink(tenant, {
    actorUserId: 'u-maker',
    reference,
    ...CARD,
  });
  return E.isLeft(made) ? E.left(made.left._tag) : E.right(made.right.link.url);
};

/** Makes links of the corporate in the demo document: each a new one, as a partner's software would. */
export const demoLinks = (engine: Hundi, document: ProvisionDocument): DemoLinks => {
  const tenant = tenantIn(document);
  return (kind) => (kind === 'payout' ? payoutLink : cardLink)(engine, tenant);
};
