import type { SchemaWords } from '../engine/dialect.js';

/** Collection checkout: card payments on the hosted page, and payment links. */
export const collectionCheckout = ({
  text,
  int,
  endChanging,
}: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE collection_sessions (
    session_id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    sequence ${int} NOT NULL, record ${text} NOT NULL,
    PRIMARY KEY (session_id)
  ) ${endChanging}`,
  `CREATE TABLE payment_links (
    link_id ${text} NOT NULL, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    created_at ${int} NOT NULL, sequence ${int} NOT NULL, record ${text} NOT NULL,
    PRIMARY KEY (link_id)
  ) ${endChanging}`,
  `CREATE INDEX payment_links_of ON payment_links (corporate_id, bank_id, created_at, link_id)`,
];
