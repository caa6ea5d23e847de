import type { CorporateTenantId, Stores } from '@hundi/core';
import type { AcceptedPayout } from '@hundi/core/storage';
import { leavesText, payoutDigest, type Corporate, type Payout } from '@hundi/core/wire';
import { instead } from '../engine/instead.js';
import { SEALED } from '../people/tenants.js';
import type { Mutant, Planting } from './mutant.js';
import { withStores } from './plant.js';

type Change<A> = (one: A) => A;

/** Payouts that people signed, as somebody who can write the database changes them before they are sent. */
const signed =
  (change: Change<AcceptedPayout>): Planting =>
  () =>
    withStores(({ payouts }) => ({
      payouts: instead(payouts, {
        findMany: async (...asked) =>
          (await payouts.findMany(...asked)).map((one) =>
            isSigned(one) && !isAwaited(one) ? change(one) : one,
          ),
      }),
    }));

const isSigned = (payout: Payout): payout is AcceptedPayout =>
  payout.intake === 'accepted' &&
  payout.progress.approval?.approvals.some(({ signatureId }) => signatureId !== undefined) === true;

const isAwaited = ({ progress: { status } }: AcceptedPayout): boolean =>
  status === 'pending_approval' || status === 'partially_approved';

const paidToAnother = (payout: AcceptedPayout): AcceptedPayout => ({
  ...payout,
  terms: { ...payout.terms, creditAccountNumber: '999999999999' as never },
});

/** Changes who signed a payout. */
const signedAs =
  (signature: { readonly signatureId?: string }): Change<AcceptedPayout> =>
  (payout) => {
    const { approval } = payout.progress;
    if (approval === undefined) return payout;
    const approvals = approval.approvals.map(({ signatureId: _was, ...one }) => ({
      ...one,
      ...signature,
    }));
    return { ...payout, progress: { ...payout.progress, approval: { ...approval, approvals } } };
  };

const corporates = (
  { tenancy }: Stores,
  change: (found: Corporate) => Corporate,
): Pick<Stores, 'tenancy'> => ({
  tenancy: instead(tenancy, {
    corporate: async (tenant) => {
      const found = await tenancy.corporate(tenant);
      return found && change(found);
    },
  }),
});

/** Other stores where payouts are sent, from the moment at which a unit of work has claimed some. */
const whereSent = (change: (stores: Stores, isSending: () => boolean) => Partial<Stores>) =>
  withStores((stores) => {
    const { work } = stores;
    let isSending = false;
    return {
      ...change(stores, () => isSending),
      work: instead(work, {
        claim: async (claim) => {
          isSending ||= claim.duty === 'send-to-bank';
          return work.claim(claim);
        },
      }),
    };
  });

/** Nothing that is sent is compared: a worker sees neither what people signed nor that a corporate asks for it. */
const unverified = whereSent((stores, isSending) => ({
  ...corporates(stores, (found) => {
    if (!isSending()) return found;
    const { secondFactor: _asked, policySeal: _sealed, ...corporate } = found;
    return corporate;
  }),
  payouts: instead(stores.payouts, {
    findMany: async (...asked) => {
      const found = await stores.payouts.findMany(...asked);
      if (!isSending()) return found;
      return found.map((one) => (isSigned(one) ? paidToAnother(signedAs({})(one)) : one));
    },
  }),
}));

/** The record of a corporate when its seal was first seen. */
const policyPutBack: Planting = () => {
  const first = new Map<CorporateTenantId, Corporate>();
  return whereSent((stores, isSending) =>
    corporates(stores, (found) => {
      if (found.policySeal === undefined) return found;
      const before = first.get(found.corporateTenantId) ?? found;
      first.set(found.corporateTenantId, before);
      return isSending() ? before : found;
    }),
  );
};

/** As if the mark were in the database: the seal that is there is the latest. */
const markRestored: Planting = () => (ports) => ({
  ...ports,
  policyMark: {
    read: () =>
      ports.storage.read(async ({ tenancy }) => {
        const { policySeal } = (await tenancy.corporate(SEALED)) ?? {};
        return new Map(policySeal && [[SEALED.corporateTenantId, policySeal.version]]);
      }),
    raise: async (...told) => ports.policyMark?.raise(...told),
  },
});

/** What a passkey answered stands over payouts with another account, and over their digests. */
const replayed: Planting = () => (ports) =>
  signed(paidToAnother)()(
    withStores(({ authority, payouts }) => ({
      authority: instead(authority, {
        signature: async (tenant, id) => {
          const found = await authority.signature(tenant, id);
          if (found === undefined) return found;
          const ids = found.leaves.split('\n').map((leaf) => leaf.split(' ', 1)[0]);
          const digests = (await payouts.findMany(tenant, ids as never)).map((one) => {
            const forged = isSigned(one) ? paidToAnother(one) : one;
            return [one.order.transactionId, payoutDigest(forged as AcceptedPayout)] as const;
          });
          return { ...found, leaves: leavesText(new Map(digests)) };
        },
      }),
    }))(ports),
  );

/**
 * What somebody rewrites in the database after people have signed. The engine compares it before it sends, and keeps the
 * payout: I36 sees that it is approved and never leaves. Where the engine does not compare, I49 sees it leave. I5 sees at
 * intake that a policy asks for less.
 */
export const authorityMutants: ReadonlyArray<Mutant> = [
  {
    name: 'account-rewritten',
    bug: 'the account of a payout that people signed is another one when it is sent',
    ports: signed(paidToAnother),
  },
  {
    name: 'decision-moved',
    bug: 'a payout names the signature of another decision',
    ports: signed(signedAs({ signatureId: 'fc_other' })),
  },
  {
    name: 'policy-rewritten',
    bug: 'the policy of a corporate whose approvals need a passkey asks for no level any more',
    ports: () =>
      withStores((stores) =>
        corporates(stores, (found) =>
          found.policySeal === undefined ? found : { ...found, approvalMatrix: [] },
        ),
      ),
  },
  {
    name: 'policy-put-back',
    bug: 'an older policy, with the seal that it had, is back in the database when payouts are sent',
    ports: policyPutBack,
  },
  {
    name: 'policy-mark-restored',
    bug: 'how far policies have come is kept in the database alone, and is restored with it',
    ports: markRestored,
  },
  {
    name: 'assertion-replayed',
    bug: 'the answer of a passkey stands under other payouts than it signed, with their digests',
    ports: replayed,
  },
  {
    name: 'sent-unverified',
    bug: 'what is sent is not compared with what people signed, and goes to another account',
    ports: () => (ports) =>
      unverified({
        ...ports,
        policyMark: { read: async () => new Map(), raise: async () => undefined },
      }),
  },
];
