import type { Tenant } from '@hundi/core';
import type { DeliveryAttempt, DeliveryStore, PlacedAttempt } from '@hundi/core/storage';
import { int, rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import type { Session } from '../../engine/session.js';
import { intOrNull, present, type Int } from '../rows/present.js';
import { OF_ENDPOINT, ownedBy } from './endpoint-owner.js';

const ATTEMPT = rowsOf<DeliveryAttempt>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  endpoint_id: text(({ endpointId }) => endpointId),
  event_id: text(({ eventId }) => eventId),
  event_type: text(({ type }) => type),
  attempt: int(({ attempt }) => attempt),
  at: int(({ at }) => at),
  duration_ms: int(({ durationMs }) => durationMs),
  status: text(({ status }) => status),
  code: int(({ code }) => code),
  fault: text(({ fault }) => fault),
  answer: text(({ answer }) => answer),
  next_at: int(({ nextAt }) => nextAt),
});

const FOUND = ATTEMPT.select(ATTEMPT.names);

interface Placed {
  readonly attempt_no: Int;
}

type AttemptRow = Placed & ReturnType<typeof FOUND.rows>[number];
type OldRow = Placed & Pick<AttemptRow, 'at'>;

const placedOf =
  (tenant: Tenant) =>
  (row: AttemptRow): PlacedAttempt => ({
    place: Number(row.attempt_no),
    attempt: present<DeliveryAttempt>({
      tenant,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      type: row.event_type,
      attempt: Number(row.attempt),
      at: Number(row.at),
      durationMs: Number(row.duration_ms),
      status: row.status,
      code: intOrNull(row.code),
      fault: row.fault,
      answer: row.answer,
      nextAt: intOrNull(row.next_at),
    }),
  });

type Attempts = Pick<DeliveryStore, 'note' | 'attempts' | 'forgetAttempts'> & {
  readonly forgetAll: (tenant: Tenant, endpointId: string) => Promise<void>;
};

/** Delivery attempts. Rows are only added, and deleted from the oldest on. */
export const deliveryAttempts = (dialect: Dialect): ((session: Session) => Attempts) => {
  const insert = dialect.insert({ table: 'webhook_attempts', columns: ATTEMPT.columns });
  const own = `webhook_attempts ${dialect.using('webhook_attempts_of')} WHERE ${OF_ENDPOINT}`;
  const latest = named(`SELECT attempt_no, ${FOUND.list()} FROM ${own} AND attempt_no < :before
    ORDER BY attempt_no DESC LIMIT :limit`);
  const oldest = named(`SELECT attempt_no, at FROM ${own} ORDER BY attempt_no LIMIT :limit`);
  const forget = named(`DELETE FROM ${own} AND attempt_no <= :last`);
  const forgetAll = named(`DELETE FROM ${own}`);

  return (session) => ({
    note: async (attempts) => {
      await insert(session, attempts, ATTEMPT.cells);
    },
    attempts: async (tenant, endpointId, before = Number.MAX_SAFE_INTEGER, limit) => {
      const values = { ...ownedBy(tenant, endpointId), before, limit };
      const rows = (await latest.all(session, values)) as ReadonlyArray<AttemptRow>;
      return rows.map(placedOf(tenant));
    },
    forgetAttempts: async (tenant, endpointId, before, limit) => {
      const owner = ownedBy(tenant, endpointId);
      const rows = (await oldest.all(session, { ...owner, limit })) as ReadonlyArray<OldRow>;
      const kept = rows.findIndex(({ at }) => Number(at) >= before);
      const last = rows.at(kept === -1 ? -1 : kept - 1);
      if (last !== undefined && kept !== 0)
        await forget.run(session, { ...owner, last: Number(last.attempt_no) });
    },
    forgetAll: async (tenant, endpointId) => {
      await forgetAll.run(session, ownedBy(tenant, endpointId));
    },
  });
};
