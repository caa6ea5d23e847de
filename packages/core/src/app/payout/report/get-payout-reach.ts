import { ActorNotFound } from '../../../model/access/access-errors.js';
import { ActorInput } from '../../../model/access/actor-input.js';
import { reachOf } from '../../../model/access/actor.js';
import { E } from '../../../kernel/fp.js';
import { token } from '../../../kernel/token.js';
import type { UseCase } from '../../../kernel/use-case/use-case.js';
import type { DebitAccountId, PackageCode, PaymentMethodCode } from '../../../kernel/values/ids.js';
import { effectiveConfiguration } from '../../../model/package/effective-configuration.js';
import { isUsable, type PaymentPackage } from '../../../model/package/payment-package.js';
import { look } from '../../../storage/look.js';
import { maskAccount } from '../../../model/payout/masking.js';
import { NotAPayoutViewer } from '../../../model/payout/payout-errors.js';
import { maySeePayouts, reachSeenBy, seesAllPayouts } from '../../../model/payout/seen-by.js';

/** A package among whose payouts are some that a person sees. */
export interface ReachedPackage {
  readonly packageCode: PackageCode;
  readonly name: string;
  /** Whether the person can make payouts by it now. */
  readonly isPaidBy: boolean;
  /** The methods that it takes. */
  readonly paymentMethods: ReadonlyArray<PaymentMethodCode>;
}

/** A debit account from which are some payouts that a person sees. */
export interface ReachedAccount {
  readonly debitAccountId: DebitAccountId;
  readonly accountName: string;
  /** Whole, for an order that names it. */
  readonly accountNumber: string;
  /** As answers show it: masked where any package that pays from it masks. */
  readonly shownNumber: string;
  /** Whether the person can make payouts from it now. */
  readonly isPaidFrom: boolean;
}

/** The packages, by their codes, and the debit accounts, by their ids, by which a person can narrow what they see, and pay. */
export interface PayoutReach {
  readonly packages: ReadonlyArray<ReachedPackage>;
  readonly debitAccounts: ReadonlyArray<ReachedAccount>;
}

type GetPayoutReachError = ActorNotFound | NotAPayoutViewer;

/**
 * Reads which packages and debit accounts the payouts have that a person may look at (`BrowseTransactions`), and by which
 * of them they may make payouts. A holder of `operations.view` has all of the corporate's.
 */
export type GetPayoutReach = UseCase<ActorInput, GetPayoutReachError, PayoutReach>;
export const GetPayoutReach = token<GetPayoutReach>('GetPayoutReach');

export const makeGetPayoutReach = look(
  GetPayoutReach,
  ActorInput,
  async ({ tenancy }, tenant, { actorUserId }) => {
    const [actor] = await tenancy.actors(tenant, [actorUserId]);
    if (actor === undefined) return E.left(ActorNotFound(actorUserId));
    if (!maySeePayouts(actor)) return E.left(NotAPayoutViewer(actorUserId));
    const seen = seesAllPayouts(actor) ? undefined : reachSeenBy(actor);
    const made = reachOf(actor, 'transaction.make');
    const codes = seen === undefined ? undefined : [...seen.packageCodes];
    const packages = codes?.length === 0 ? [] : await tenancy.packages(tenant, codes);
    const accounts = await tenancy.debitAccounts(tenant);
    const masked = new Set(packages.flatMap(accountsMaskedBy));
    return E.right({
      packages: packages
        .map((one) => ({
          packageCode: one.packageCode,
          name: one.name,
          isPaidBy: made.packageCodes.has(one.packageCode) && isUsable(one),
          paymentMethods: effectiveConfiguration(one).allowedPaymentMethods.map(
            ({ paymentMethodCode }) => paymentMethodCode,
          ),
        }))
        .toSorted((a, b) => (a.packageCode < b.packageCode ? -1 : 1)),
      debitAccounts: accounts
        .filter(({ debitAccountId }) => seen?.debitAccountIds.has(debitAccountId) !== false)
        .map(({ debitAccountId, accountName, accountNumber, status }) => ({
          debitAccountId,
          accountName,
          accountNumber,
          shownNumber: masked.has(debitAccountId) ? maskAccount(accountNumber) : accountNumber,
          isPaidFrom: made.debitAccountIds.has(debitAccountId) && status === 'active',
        }))
        .toSorted((a, b) => (a.debitAccountId < b.debitAccountId ? -1 : 1)),
    });
  },
);

const accountsMaskedBy = (one: PaymentPackage): ReadonlyArray<DebitAccountId> =>
  effectiveConfiguration(one).maskConfidentialDetails
    ? one.catalogConfiguration.debitAccounts.map(({ debitAccountId }) => debitAccountId)
    : [];
