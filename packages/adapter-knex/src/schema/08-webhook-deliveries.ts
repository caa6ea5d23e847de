import type { SchemaWords } from '../engine/dialect.js';

/** How far each webhook endpoint has come, what is to be tried again, and what was tried. */
export const webhookDeliveries = ({
  text,
  int,
  must,
  serial,
  end,
  endKeyed,
  serialWithin,
}: SchemaWords): ReadonlyArray<string> => [
  `CREATE TABLE webhook_progress (
    endpoint_id ${text} NOT NULL, corporate_id ${must.text}, bank_id ${must.text},
    position ${must.int}, failing_since ${int}, slow ${must.int},
    PRIMARY KEY (endpoint_id)
  ) ${endKeyed}`,
  `INSERT INTO webhook_progress (endpoint_id, corporate_id, bank_id, position, slow)
    SELECT id, corporate_id, bank_id, 0, 0 FROM webhook_endpoints`,
  // A dead delivery has no due moment: no query for due deliveries reads it.
  `CREATE TABLE webhook_queue (
    endpoint_id ${text} NOT NULL, event_id ${text} NOT NULL,
    corporate_id ${must.text}, bank_id ${must.text},
    event_type ${must.text}, event_at ${must.int}, attempts ${must.int},
    due_at ${int}, body ${text},
    PRIMARY KEY (endpoint_id, event_id)
  ) ${endKeyed}`,
  `CREATE INDEX webhook_queue_due ON webhook_queue (endpoint_id, due_at, event_id)`,
  `CREATE TABLE webhook_attempts (
    attempt_no ${serial}, corporate_id ${text} NOT NULL, bank_id ${text} NOT NULL,
    endpoint_id ${text} NOT NULL, event_id ${text} NOT NULL, event_type ${text} NOT NULL,
    attempt ${int} NOT NULL, at ${int} NOT NULL, duration_ms ${int} NOT NULL,
    status ${text} NOT NULL, code ${int}, fault ${text}, answer ${text}, next_at ${int}
  ) ${end}`,
  serialWithin('webhook_attempts', 'webhook_attempts_of', 'endpoint_id', 'attempt_no'),
];
