import type { SchemaWords } from '../engine/dialect.js';

/** Work is a corporate's: its key begins with it. */
export const workByCorporate = ({
  text,
  int,
  must,
  endKeyed,
  keyBy,
}: SchemaWords): ReadonlyArray<string> => [
  `DROP INDEX work_due`,
  ...keyBy({
    table: 'work',
    columns: `subject ${text} NOT NULL, duty ${must.text},
      bank_id ${must.text}, corporate_id ${must.text},
      run_at ${must.int}, attempts ${must.int}, token ${must.int}, marked_at ${int},
      failures ${int} NOT NULL DEFAULT 0`,
    key: 'corporate_id, subject',
    end: endKeyed,
  }),
  `CREATE INDEX work_due ON work (duty, run_at, subject)`,
];
