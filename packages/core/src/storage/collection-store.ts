import type { Tenant } from '../kernel/values/tenant.js';
import type { CollectionSession } from '../model/collection/session/collection-session.js';
import type { PaymentLink } from '../model/collection/session/payment-link.js';

/** The position of a payment link in the list of its corporate. */
export type LinkPlace = Pick<PaymentLink, 'createdAt' | 'linkId'>;

/** Collection checkout sessions and payment links. */
export interface CollectionStore {
  /** @throws when there is a session of that id. */
  readonly addSession: (session: CollectionSession) => Promise<void>;
  readonly session: (tenant: Tenant, sessionId: string) => Promise<CollectionSession | undefined>;
  /** Finds a session of any tenant: a customer's browser knows only the id. */
  readonly anySession: (sessionId: string) => Promise<CollectionSession | undefined>;
  /**
   * Writes the session if the stored one is the one before it (by sequence) and has the same sealed token. If several units
   * write the same one, one succeeds and the others run again; so does one that read it before it was sealed anew.
   */
  readonly replaceSession: (next: CollectionSession) => Promise<void>;
  /** @throws when there is a link of that id. */
  readonly addLink: (link: PaymentLink) => Promise<void>;
  readonly link: (tenant: Tenant, linkId: string) => Promise<PaymentLink | undefined>;
  /** Finds a link of any tenant. */
  readonly anyLink: (linkId: string) => Promise<PaymentLink | undefined>;
  /** Writes the link if the stored one is the one before it, likewise; else as {@link replaceSession}. */
  readonly replaceLink: (next: PaymentLink) => Promise<void>;
  /** Newest first (of the same moment by id, descending), at most `limit`, from below `before` on. */
  readonly links: (
    tenant: Tenant,
    limit: number,
    before?: LinkPlace,
  ) => Promise<ReadonlyArray<PaymentLink>>;
  /** Counts one more mail of a day (counted since 1970) to a recipient; false if they have had `max` in it. */
  readonly countMail: (tenant: Tenant, whom: string, day: number, max: number) => Promise<boolean>;
}
