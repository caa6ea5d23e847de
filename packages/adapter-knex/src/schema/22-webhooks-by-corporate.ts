import type { SchemaWords } from '../engine/dialect.js';

/** Keys begin with the corporate, so that its rows may stand apart from those of all others. */
export const webhooksByCorporate = ({
  text,
  int,
  must,
  endKeyed,
  keyBy,
  keySerialBy,
}: SchemaWords): ReadonlyArray<string> => [
  `DROP INDEX webhook_progress_failing`,
  ...keyBy({
    table: 'webhook_progress',
    columns: `endpoint_id ${text} NOT NULL, corporate_id ${must.text}, bank_id ${must.text},
      position ${must.int}, failing_since ${int}, slow ${must.int},
      failures ${int}, left_alone_until ${int}`,
    key: 'corporate_id, endpoint_id',
    end: endKeyed,
  }),
  `CREATE INDEX webhook_progress_failing ON webhook_progress (failing_since)
    WHERE failing_since IS NOT NULL`,
  `DROP INDEX webhook_queue_due`,
  ...keyBy({
    table: 'webhook_queue',
    columns: `endpoint_id ${text} NOT NULL, event_id ${text} NOT NULL,
      corporate_id ${must.text}, bank_id ${must.text},
      event_type ${must.text}, event_at ${must.int}, attempts ${must.int},
      due_at ${int}, body ${text}, with_endpoint ${int}`,
    key: 'corporate_id, endpoint_id, event_id',
    end: endKeyed,
  }),
  `CREATE INDEX webhook_queue_due ON webhook_queue (corporate_id, endpoint_id, due_at, event_id)`,
  ...keySerialBy({
    table: 'webhook_attempts',
    key: 'webhook_attempts_of',
    columns: 'corporate_id, endpoint_id, attempt_no',
  }),
  ...keySerialBy({
    table: 'incidents',
    key: 'incidents_pkey',
    columns: 'corporate_id, incident_no',
    alone: 'incident_no',
  }),
];
