import { DUTY_NAMES } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { CHUNK_ROWS } from '../../engine/chunks.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { named } from '../../engine/named.js';
import { CLAIMED, DEFERRED, DUE, FAILED, GIVEN_BACK, HELD, NEW, SUBJECT } from './work-columns.js';

const OURS = 't.subject = s.subject AND t.token = s.token';

/** How work comes to be. */
const adding = (dialect: Dialect) => ({
  add: bulk(
    dialect,
    NEW.columns,
    inserting(
      { table: 'work', columns: NEW.columns },
      `ON CONFLICT (subject) DO UPDATE SET duty = excluded.duty, run_at = excluded.run_at,
          bank_id = excluded.bank_id, corporate_id = excluded.corporate_id,
          token = excluded.token`,
    ),
  ),
  wake: bulk(
    dialect,
    NEW.columns,
    inserting(
      { table: 'work', columns: NEW.columns },
      // The row is held even where the condition keeps it from being written.
      `ON CONFLICT (subject) DO UPDATE SET run_at = excluded.run_at
          WHERE work.duty = excluded.duty AND work.run_at > excluded.run_at`,
    ),
  ),
});

/**
 * The first moment of each duty: a step into the index for each, however much work there is. A subquery in brackets
 * cannot become a join over it all.
 */
const nextDues = (dialect: Dialect): string => {
  const duties = DUTY_NAMES.map((duty) => `('${duty}')`).join(', ');
  return `WITH d (duty) AS (VALUES ${duties}), n AS (
      SELECT d.duty, (SELECT t.run_at FROM work t ${dialect.using('work_due')}
        WHERE t.duty = d.duty ORDER BY t.run_at, t.subject LIMIT 1) AS run_at FROM d)
    SELECT duty, run_at FROM n WHERE run_at IS NOT NULL`;
};

/** The statements on the table of work. */
export const workStatements = (dialect: Dialect) => {
  const work = { table: 'work', index: dialect.primaryOf('work') };
  const update = { ...work, key: ['subject'] };
  return {
    tokens: dialect.nextBlock('work_tokens', CHUNK_ROWS),
    lastToken: dialect.lastOfBlocks('work_tokens', CHUNK_ROWS),
    skipTokens: dialect.skipBlocks('work_tokens'),
    ...adding(dialect),
    due: named(`SELECT ${DUE.list()}
      FROM work t ${dialect.using('work_due')} WHERE duty = :duty AND run_at <= :now
      ORDER BY run_at, subject LIMIT :limit ${dialect.holdFree}`),
    claim: bulk(
      dialect,
      CLAIMED.columns,
      dialect.update({
        ...update,
        set: ['token', 'duty', 'run_at', 'attempts', 'marked_at'],
        where: 't.subject = s.subject',
      }),
    ),
    stillHeld: bulk(
      dialect,
      HELD.columns,
      dialect.holding({ ...work, select: 't.subject', where: OURS }),
    ),
    hold: bulk(
      dialect,
      SUBJECT.columns,
      dialect.holding({ ...work, select: 't.subject', where: 't.subject = s.subject' }),
    ),
    finish: bulk(dialect, HELD.columns, dialect.remove({ ...update, where: OURS })),
    drop: bulk(
      dialect,
      SUBJECT.columns,
      dialect.remove({ ...update, where: 't.subject = s.subject' }),
    ),
    defer: bulk(
      dialect,
      DEFERRED.columns,
      dialect.update({ ...update, set: ['duty', 'run_at'], where: OURS }),
    ),
    giveBack: bulk(
      dialect,
      GIVEN_BACK.columns,
      dialect.update({ ...update, set: ['duty', 'run_at', 'attempts'], where: OURS }),
    ),
    fail: bulk(
      dialect,
      FAILED.columns,
      dialect.update({ ...update, set: ['duty', 'run_at', 'failures'], where: OURS }),
    ),
    nextDues: nextDues(dialect),
    tally: named(`SELECT count(*) AS waiting, count(*) FILTER (WHERE run_at <= :now) AS due,
        count(*) FILTER (WHERE attempts = 0) AS untouched,
        min(run_at) AS first_at, min(marked_at) AS first_marked_at
      FROM (SELECT run_at, attempts, marked_at FROM work ${dialect.using('work_due')}
        WHERE duty = :duty ORDER BY run_at, subject LIMIT :limit) w`),
  };
};

export type WorkStatements = ReturnType<typeof workStatements>;
