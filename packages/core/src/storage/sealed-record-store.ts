import type { SealedAuthorityKey } from '../model/authority/seal/sealed-authority-key.js';
import type { SecretKey } from '../model/access/key/api-key.js';
import type { CollectionSession } from '../model/collection/session/collection-session.js';
import type { PaymentLink } from '../model/collection/session/payment-link.js';
import type { PersonFactors } from '../model/factor/held/factor.js';
import type { SettingsChange } from '../model/settings/change/settings-change.js';
import type { WebhookEndpoint } from '../model/webhook/endpoint/endpoint.js';

/** The records that keep sealed texts for long, by kind. Answers do, too: see {@link IdempotencyStore}. */
export interface SealedRecords {
  readonly secret_key: SecretKey;
  readonly webhook_endpoint: WebhookEndpoint;
  readonly settings_change: SettingsChange;
  readonly checkout_session: CollectionSession;
  readonly payment_link: PaymentLink;
  readonly person_factors: PersonFactors;
  readonly authority_key: SealedAuthorityKey;
}
/** A kind of record that keeps sealed texts. */
export type SealedRecordKind = keyof SealedRecords;

/** A record as it is stored now. */
export interface StoredRecord<A> {
  readonly id: string;
  readonly record: A;
  /** The same for as long as nobody writes the record. */
  readonly stamp: string;
}

/** Records of all corporates, for sealing their texts under another key. */
export interface SealedRecordStore {
  /** By id, at most `limit`, from behind the id `after` on. */
  readonly page: <K extends SealedRecordKind>(
    kind: K,
    limit: number,
    after?: string,
  ) => Promise<ReadonlyArray<StoredRecord<SealedRecords[K]>>>;
  /**
   * Writes each record whose stored one still has this stamp, and returns how many those are. Only the sealed texts may
   * differ from it, and of a person's factors the revision, which follows: whoever read the stored one writes no next.
   */
  readonly replace: <K extends SealedRecordKind>(
    kind: K,
    changes: ReadonlyArray<StoredRecord<SealedRecords[K]>>,
  ) => Promise<number>;
}
