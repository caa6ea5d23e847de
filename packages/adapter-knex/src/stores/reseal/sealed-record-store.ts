import { SettingsChange, stored } from '@hundi/core/wire';
import {
  CollectionSession,
  PaymentLink,
  PersonFactors,
  SealedAuthorityKey,
  SecretKey,
  WebhookEndpoint,
  type SealedRecordKind,
  type SealedRecords,
  type SealedRecordStore,
} from '@hundi/core/storage';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import type { RecordCodec } from '../rows/small-records.js';

interface KeptIn<A> {
  readonly table: string;
  readonly id: string;
  readonly codec: RecordCodec<A>;
  /** Another column has the revision, by which the record's own store compares and sets. */
  readonly revised?: true;
}

/** Where each kind of record is. The whole of it is one text, which is its stamp. */
const KEPT: { readonly [K in SealedRecordKind]: KeptIn<SealedRecords[K]> } = {
  secret_key: { table: 'secret_keys', id: 'id', codec: SecretKey },
  webhook_endpoint: { table: 'webhook_endpoints', id: 'id', codec: WebhookEndpoint },
  settings_change: { table: 'settings_changes', id: 'change_id', codec: SettingsChange },
  checkout_session: { table: 'collection_sessions', id: 'session_id', codec: CollectionSession },
  payment_link: { table: 'payment_links', id: 'link_id', codec: PaymentLink },
  person_factors: { table: 'person_factors', id: 'id', codec: PersonFactors, revised: true },
  authority_key: { table: 'authority_key', id: 'id', codec: SealedAuthorityKey },
};

interface Row {
  readonly id: string;
  readonly record: string;
}

const statementsOf = ({
  table,
  id,
  revised,
}: Pick<KeptIn<unknown>, 'table' | 'id' | 'revised'>) => ({
  page: named(`SELECT ${id} AS id, record FROM ${table}
    WHERE ${id} > :after ORDER BY ${id} LIMIT :limit`),
  replace: named(`UPDATE ${table} SET record = :record${revised ? ', revision = :revision' : ''}
    WHERE ${id} = :id AND record = :stamp`),
});

/** Records that keep sealed texts, in the tables of other stores. */
export const sealedRecordStore = (): ((session: Session) => SealedRecordStore) => {
  const statements = {
    secret_key: statementsOf(KEPT.secret_key),
    webhook_endpoint: statementsOf(KEPT.webhook_endpoint),
    settings_change: statementsOf(KEPT.settings_change),
    checkout_session: statementsOf(KEPT.checkout_session),
    payment_link: statementsOf(KEPT.payment_link),
    person_factors: statementsOf(KEPT.person_factors),
    authority_key: statementsOf(KEPT.authority_key),
  };
  return (session) => ({
    page: async (kind, limit, after = '') => {
      const rows = (await statements[kind].page.all(session, {
        after,
        limit,
      })) as ReadonlyArray<Row>;
      return rows.map(({ id, record: stamp }) => ({
        id,
        record: stored(KEPT[kind].codec, stamp),
        stamp,
      }));
    },
    replace: async (kind, changes) => {
      let written = 0;
      for (const { id, record, stamp } of changes) {
        const next = JSON.stringify(KEPT[kind].codec.encode(record));
        written += await statements[kind].replace.run(session, {
          id,
          stamp,
          record: next,
          ...('revision' in record && { revision: record.revision }),
        });
      }
      return written;
    },
  });
};
