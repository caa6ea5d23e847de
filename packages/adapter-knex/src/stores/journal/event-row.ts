import type { Tenant } from '@hundi/core';
import type { SealedEvent } from '@hundi/core/storage';
import { int, long, rowsOf, text } from '../../engine/described.js';
import type { Rows } from '../../engine/session.js';

/** A sealed event. */
export const EVENT = rowsOf<SealedEvent>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  position: int(({ position }) => position),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  event_id: text(({ eventId }) => eventId),
  type: text(({ type }) => type),
  at: int(({ at }) => at),
  previous_hash: text(({ previousHash }) => previousHash),
  hash: text(({ hash }) => hash),
  body_hash: text(({ bodyHash }) => bodyHash),
  body: long(({ body }) => body),
});

/** The columns that are read of an event whose owner is known. */
export const FOUND_EVENT = EVENT.select([
  'position',
  'previous_hash',
  'hash',
  'body_hash',
  'event_id',
  'type',
  'at',
  'body',
]);

/** The events of a tenant, by position. */
export const eventsOf = (tenant: Tenant, rows: Rows): ReadonlyArray<SealedEvent> =>
  FOUND_EVENT.rows(rows)
    .map((row) => ({
      tenant,
      position: Number(row.position),
      previousHash: row.previous_hash,
      hash: row.hash,
      bodyHash: row.body_hash,
      eventId: row.event_id,
      type: row.type,
      at: Number(row.at),
      body: row.body,
    }))
    .sort((a, b) => a.position - b.position);
