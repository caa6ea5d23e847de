import { bulk } from '../../engine/bulk.js';
import { CHUNK_ROWS } from '../../engine/chunks.js';
import { inserting, type Dialect } from '../../engine/dialect.js';

const NEW = {
  subject: 'text',
  duty: 'text',
  bank_id: 'text',
  corporate_id: 'text',
  run_at: 'int',
  attempts: 'int',
  token: 'int',
} as const;
const HELD = { subject: 'text', token: 'int' } as const;
const DEFERRED = { ...HELD, duty: 'text', run_at: 'int' } as const;
const FAILED = { ...DEFERRED, failures: 'int' } as const;
const CLAIMED = { ...DEFERRED, attempts: 'int', marked_at: 'int' } as const;
const OURS = 't.subject = s.subject AND t.token = s.token';

/** How work comes to be. */
const adding = (dialect: Dialect) => ({
  add: bulk(
    dialect,
    NEW,
    inserting(
      { table: 'work', columns: NEW },
      `ON CONFLICT (subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
          bank_id = excluded.bank_id, corporate_id = excluded.corporate_id,
          token = excluded.token`,
    ),
  ),
  wake: bulk(
    dialect,
    NEW,
    inserting(
      { table: 'work', columns: NEW },
      // The row is held even where the condition keeps it from being written.
      `ON CONFLICT (subject) DO UPDATE SET run_at = excluded.run_at
          WHERE work.duty = excluded.duty AND work.run_at > excluded.run_at`,
    ),
  ),
});

/** What is asked of the table of work. */
export const workStatements = (dialect: Dialect) => {
  const work = { table: 'work', index: dialect.primaryOf('work') };
  const update = { ...work, key: ['subject'] };
  return {
    tokens: dialect.nextBlock('work_tokens', CHUNK_ROWS),
    lastToken: dialect.lastOfBlocks('work_tokens', CHUNK_ROWS),
    skipTokens: dialect.skipBlocks('work_tokens'),
    ...adding(dialect),
    due: `SELECT subject, duty, bank_id, corporate_id, run_at, attempts, failures, token, marked_at
      FROM work t ${dialect.using('work_due')} WHERE duty = ? AND run_at <= ?
      ORDER BY run_at, subject LIMIT ? ${dialect.holdFree}`,
    claim: bulk(
      dialect,
      CLAIMED,
      dialect.update({
        ...update,
        set: ['token', 'duty', 'run_at', 'attempts', 'marked_at'],
        where: 't.subject = s.subject',
      }),
    ),
    stillHeld: bulk(
      dialect,
      HELD,
      (s) => `SELECT t.subject FROM ${s} CROSS JOIN work t ${dialect.using(work.index)}
        WHERE ${OURS} ${dialect.hold}`,
    ),
    hold: bulk(
      dialect,
      { subject: 'text' },
      (s) => `SELECT t.subject FROM ${s} CROSS JOIN work t ${dialect.using(work.index)}
        WHERE t.subject = s.subject ${dialect.hold}`,
    ),
    finish: bulk(dialect, HELD, dialect.remove({ ...update, where: OURS })),
    drop: bulk(
      dialect,
      { subject: 'text' },
      dialect.remove({ ...update, where: 't.subject = s.subject' }),
    ),
    defer: bulk(
      dialect,
      DEFERRED,
      dialect.update({ ...update, set: ['duty', 'run_at'], where: OURS }),
    ),
    fail: bulk(
      dialect,
      FAILED,
      dialect.update({ ...update, set: ['duty', 'run_at', 'failures'], where: OURS }),
    ),
    nextDue: `SELECT run_at FROM work ${dialect.using('work_due')} WHERE duty = ?
      ORDER BY run_at, subject LIMIT 1`,
    tally: `SELECT count(*) AS waiting, count(*) FILTER (WHERE run_at <= ?) AS due,
        count(*) FILTER (WHERE attempts = 0) AS untouched,
        min(run_at) AS first_at, min(marked_at) AS first_marked_at
      FROM (SELECT run_at, attempts, marked_at FROM work ${dialect.using('work_due')}
        WHERE duty = ? ORDER BY run_at, subject LIMIT ?) w`,
  };
};

export type WorkStatements = ReturnType<typeof workStatements>;
