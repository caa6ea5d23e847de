import type { Storage, Stores } from '@hundi/core';
import type { Corporate, PortalSession, SettingsChange } from '@hundi/core/wire';
import type { AcceptedPayout, ApprovalSignature, Payout, PersonFactors } from '@hundi/core/storage';

/** What somebody who can write the database makes of its records. */
export interface Rewriting {
  /** Undefined: its row is deleted. */
  readonly payout?: (payout: AcceptedPayout) => AcceptedPayout | undefined;
  readonly signature?: (
    id: string,
    signature: ApprovalSignature | undefined,
  ) => ApprovalSignature | undefined;
  readonly corporate?: (corporate: Corporate) => Corporate;
  readonly factors?: (held: PersonFactors) => PersonFactors;
  readonly change?: (proposed: SettingsChange) => SettingsChange;
  readonly session?: (session: PortalSession) => PortalSession;
}

const same = <A>(value: A): A => value;

/**
 * The storage as if its rows had been rewritten by hand: what is read differs from what the engine wrote. On each
 * database the same, and nothing of it is kept.
 */
export const rewritten = (
  storage: Storage,
  {
    payout = same,
    signature = (_id, found) => found,
    corporate = same,
    factors = same,
    change = same,
    session = same,
  }: Rewriting,
): Storage => {
  const asRewritten = (one: Payout): ReadonlyArray<Payout> => {
    const left = one.intake === 'accepted' ? payout(one) : one;
    return left === undefined ? [] : [left];
  };
  const of = (stores: Stores): Stores =>
    Object.create(stores, {
      payouts: {
        value: {
          ...stores.payouts,
          findMany: async (...asked: Parameters<Stores['payouts']['findMany']>) =>
            (await stores.payouts.findMany(...asked)).flatMap(asRewritten),
          report: async (...asked: Parameters<Stores['payouts']['report']>) => {
            const found = await stores.payouts.report(...asked);
            return { ...found, payouts: found.payouts.flatMap(asRewritten) };
          },
        },
      },
      authority: {
        value: {
          ...stores.authority,
          signature: async (...[tenant, id]: Parameters<Stores['authority']['signature']>) =>
            signature(id, await stores.authority.signature(tenant, id)),
        },
      },
      tenancy: {
        value: {
          ...stores.tenancy,
          surroundings: async (...asked: Parameters<Stores['tenancy']['surroundings']>) => {
            const found = await stores.tenancy.surroundings(...asked);
            return found && { ...found, corporate: corporate(found.corporate) };
          },
          corporate: async (...asked: Parameters<Stores['tenancy']['corporate']>) => {
            const found = await stores.tenancy.corporate(...asked);
            return found && corporate(found);
          },
          holdCorporate: async (...asked: Parameters<Stores['tenancy']['holdCorporate']>) => {
            const found = await stores.tenancy.holdCorporate(...asked);
            return found && corporate(found);
          },
        },
      },
      portal: {
        value: {
          ...stores.portal,
          session: async (...asked: Parameters<Stores['portal']['session']>) => {
            const found = await stores.portal.session(...asked);
            return found && session(found);
          },
        },
      },
      settingsChanges: {
        value: {
          ...stores.settingsChanges,
          find: async (...asked: Parameters<Stores['settingsChanges']['find']>) => {
            const found = await stores.settingsChanges.find(...asked);
            return found && change(found);
          },
        },
      },
      factors: {
        value: {
          ...stores.factors,
          find: async (...asked: Parameters<Stores['factors']['find']>) => {
            const found = await stores.factors.find(...asked);
            return found && factors(found);
          },
          hold: async (...asked: Parameters<Stores['factors']['hold']>) => {
            const found = await stores.factors.hold(...asked);
            return found && factors(found);
          },
          byId: async (...asked: Parameters<Stores['factors']['byId']>) => {
            const found = await stores.factors.byId(...asked);
            return found && factors(found);
          },
        },
      },
    }) as Stores;
  return {
    ...storage,
    atomically: (work, options) => storage.atomically((stores) => work(of(stores)), options),
    read: (work) => storage.read((stores) => work(of(stores))),
  };
};
