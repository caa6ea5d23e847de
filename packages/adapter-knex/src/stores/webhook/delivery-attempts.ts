import type { Tenant } from '@hundi/core';
import type { DeliveryAttempt, DeliveryStore, PlacedAttempt } from '@hundi/core/storage';
import { int, rowsOf, text } from '../../engine/described.js';
import type { Dialect } from '../../engine/dialect.js';
import type { Session } from '../../engine/session.js';
import { intOrNull, present, type Int } from '../rows/present.js';

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

interface AttemptRow {
  readonly attempt_no: Int;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: DeliveryAttempt['type'];
  readonly attempt: Int;
  readonly at: Int;
  readonly duration_ms: Int;
  readonly status: DeliveryAttempt['status'];
  readonly code: Int | null;
  readonly fault: NonNullable<DeliveryAttempt['fault']> | null;
  readonly answer: string | null;
  readonly next_at: Int | null;
}

type OldRow = Pick<AttemptRow, 'attempt_no' | 'at'>;

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

/** What was tried. Rows are only ever added, and forgotten from the oldest on. */
export const deliveryAttempts = (dialect: Dialect): ((session: Session) => Attempts) => {
  const insert = dialect.insert({ table: 'webhook_attempts', columns: ATTEMPT.columns });
  const own = `webhook_attempts ${dialect.using('webhook_attempts_of')}
    WHERE endpoint_id = ? AND corporate_id = ? AND bank_id = ?`;
  const latest = `SELECT * FROM ${own} AND attempt_no < ? ORDER BY attempt_no DESC LIMIT ?`;
  const oldest = `SELECT attempt_no, at FROM ${own} ORDER BY attempt_no LIMIT ?`;
  const forget = `DELETE FROM ${own} AND attempt_no <= ?`;
  const forgetAll = `DELETE FROM ${own}`;

  return (session) => ({
    note: async (attempts) => {
      await insert(session, attempts, ATTEMPT.cells);
    },
    attempts: async (tenant, endpointId, before = Number.MAX_SAFE_INTEGER, limit) => {
      const { corporateTenantId, bankTenantId } = tenant;
      const bindings = [endpointId, corporateTenantId, bankTenantId, before, limit];
      const rows = await session.all(latest, bindings);
      return (rows as ReadonlyArray<AttemptRow>).map(placedOf(tenant));
    },
    forgetAttempts: async ({ corporateTenantId, bankTenantId }, endpointId, before, limit) => {
      const bindings = [endpointId, corporateTenantId, bankTenantId];
      const rows = (await session.all(oldest, [...bindings, limit])) as ReadonlyArray<OldRow>;
      const kept = rows.findIndex(({ at }) => Number(at) >= before);
      const last = rows.at(kept === -1 ? -1 : kept - 1);
      if (last !== undefined && kept !== 0)
        await session.run(forget, [...bindings, Number(last.attempt_no)]);
    },
    forgetAll: async ({ corporateTenantId, bankTenantId }, endpointId) => {
      await session.run(forgetAll, [endpointId, corporateTenantId, bankTenantId]);
    },
  });
};
