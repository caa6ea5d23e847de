import { DUTY_NAMES } from '@hundi/core/storage';
import { bulk } from '../../engine/bulk.js';
import { CHUNK_ROWS } from '../../engine/chunks.js';
import { inserting, type Dialect } from '../../engine/dialect.js';
import { named, type Named } from '../../engine/named.js';
import { VERSIONS_BESIDE } from '../../schema/served.js';
import {
  CLAIMED,
  DEFERRED,
  DUE,
  FAILED,
  GIVEN_BACK,
  HELD,
  NEW,
  RANGE,
  SUBJECT,
} from './work-columns.js';

const MINUTE = 60_000;

const SAME = 't.corporate_id = s.corporate_id AND t.subject = s.subject';
const OURS = `${SAME} AND t.token = s.token`;

/** How work comes to be. */
const adding = (dialect: Dialect) => ({
  add: bulk(
    dialect,
    NEW.columns,
    inserting(
      { table: 'work', columns: NEW.columns },
      `ON CONFLICT (corporate_id, subject) DO UPDATE SET duty = excluded.duty,
          run_at = excluded.run_at, bank_id = excluded.bank_id, token = excluded.token`,
    ),
  ),
  wake: bulk(
    dialect,
    NEW.columns,
    inserting(
      { table: 'work', columns: NEW.columns },
      // The row is held even where the condition keeps it from being written.
      `ON CONFLICT (corporate_id, subject) DO UPDATE SET run_at = excluded.run_at
          WHERE work.duty = excluded.duty AND work.run_at > excluded.run_at`,
    ),
  ),
});

/**
 * The first moment of each duty from a moment of its own on, which is bound by the number of the duty: a step into the
 * index for each, however much work there is. A subquery in brackets cannot become a join over it all.
 */
const nextDues = (dialect: Dialect): Named => {
  const duties = DUTY_NAMES.map((duty, i) => `('${duty}', CAST(:since${String(i)} AS bigint))`);
  return named(`WITH d (duty, since) AS (VALUES ${duties.join(', ')}), n AS (
      SELECT d.duty, (SELECT t.run_at FROM work t ${dialect.using('work_due')}
        WHERE t.duty = d.duty AND t.run_at >= d.since
        ORDER BY t.run_at, t.subject LIMIT 1) AS run_at FROM d)
    SELECT duty, run_at FROM n WHERE run_at IS NOT NULL`);
};

/** The same where the rows of corporates stand on several machines: each looks for its first of each duty. */
const spreadNextDues = (): Named =>
  named(
    DUTY_NAMES.map(
      (duty, i) => `SELECT '${duty}' AS duty, min(run_at) AS run_at FROM work
        WHERE duty = '${duty}' AND run_at >= :since${String(i)} HAVING min(run_at) IS NOT NULL`,
    ).join(' UNION ALL '),
  );

/** Whose work is due, those first that have waited longest, and the corporates of one claim at most. */
const CORPORATES_A_CLAIM = 32;
const DUE_CORPORATES = named(`SELECT corporate_id FROM (
    SELECT corporate_id, run_at FROM work
    WHERE duty = :duty AND run_at >= :since AND run_at <= :now ORDER BY run_at LIMIT :limit) w
  GROUP BY corporate_id ORDER BY min(run_at), corporate_id LIMIT ${String(CORPORATES_A_CLAIM)}`);

/**
 * A claim still sees work as due that another claim commits meanwhile. PostgreSQL would hold this work before it sees
 * the change, and the other claim's worker would wait until this unit ends. `atRest` may be false for work at rest, so
 * a claim takes work that has been due for a minute whatever `atRest` says.
 */
const unclaimedMeanwhile = ({ atRest }: Dialect): string =>
  `(${atRest} OR run_at < CAST(:now AS bigint) - ${String(MINUTE)})`;

/** Looks at the work of a duty, which change nothing. */
const looks = (dialect: Dialect) => ({
  earliest: named(`SELECT ${DUE.list()} FROM work ${dialect.using('work_due')}
    WHERE duty = :duty AND (run_at, subject) > (:run_at, :subject) ORDER BY run_at, subject LIMIT :limit`),
  ofDuty: named(`SELECT ${DUE.list()} FROM work ${dialect.using(dialect.primaryOf('work'))}
    WHERE corporate_id = :corporate_id AND bank_id = :bank_id AND duty = :duty LIMIT :limit`),
  tally: named(`SELECT count(*) AS waiting, count(*) FILTER (WHERE run_at <= :now) AS due,
      count(*) FILTER (WHERE attempts = 0) AS untouched,
      min(run_at) AS first_at
    FROM (SELECT run_at, attempts FROM work ${dialect.using('work_due')}
      WHERE duty = :duty ORDER BY run_at, subject LIMIT :limit) w`),
});

/**
 * The payouts at the bank among the subjects of the earliest works that ask the bank. Each is looked up by its key, since
 * there are many times as many payouts. Where rows stand on several machines, the works are read first and sent to each.
 */
const tallyUnknown = (dialect: Dialect): Named => {
  const { schema, isSpread, using } = dialect;
  const where = 't.corporate_id = w.corporate_id AND t.payout_id = w.payout_id';
  const found = isSpread
    ? { from: (w: string) => `${w} JOIN payouts t ON ${where}`, where: 'true' }
    : dialect.each({ table: 'payouts', index: 'payouts_by_id', as: 't', where });
  const asked = `(SELECT corporate_id, CAST(subject AS ${schema.uuid}) AS payout_id, marked_at
    FROM work ${using('work_due')} WHERE duty = 'query-unknowns' ORDER BY run_at, subject LIMIT :limit) w`;
  return named(`SELECT count(*) AS count, min(w.marked_at) AS first_marked_at
    FROM ${found.from(asked)} WHERE ${found.where} AND t.status = 'sent_to_bank'`);
};

/** Finds and holds what is due in ranges of subjects, by the key of the table. */
const dueIn = (dialect: Dialect) => {
  const inRange = dialect.each({
    table: 'work',
    index: dialect.primaryOf('work'),
    as: 't',
    where: `t.corporate_id = s.corporate_id AND t.subject BETWEEN s.first AND s.last
      AND t.bank_id = s.bank_id AND t.duty = ? AND t.run_at <= ?`,
  });
  return bulk(
    dialect,
    RANGE.columns,
    (s) => `SELECT ${DUE.list('t.')} FROM ${inRange.from(s)}
      WHERE ${inRange.where} ORDER BY t.subject LIMIT ? ${dialect.holdFree}`,
  );
};

/** The statements on the table of work. */
export const workStatements = (dialect: Dialect) => {
  const work = { table: 'work', index: dialect.primaryOf('work') };
  const update = { ...work, key: ['corporate_id', 'subject'] };
  return {
    tokens: dialect.nextBlock('work_tokens', CHUNK_ROWS, VERSIONS_BESIDE),
    lastToken: dialect.lastOfBlocks('work_tokens'),
    skipTokens: dialect.skipBlocks('work_tokens'),
    ...adding(dialect),
    due: named(`SELECT ${DUE.list()}
      FROM work t ${dialect.using('work_due')} WHERE duty = :duty AND run_at >= :since AND run_at <= :now
        AND ${unclaimedMeanwhile(dialect)}
      ORDER BY run_at, subject LIMIT :limit ${dialect.holdFree}`),
    dueCorporates: DUE_CORPORATES,
    dueOf: named(`SELECT ${DUE.list()} FROM work t
      WHERE corporate_id = :corporate_id AND duty = :duty AND run_at >= :since AND run_at <= :now
      ORDER BY run_at, subject LIMIT :limit ${dialect.holdFree}`),
    dueIn: dueIn(dialect),
    claim: bulk(
      dialect,
      CLAIMED.columns,
      dialect.update({
        ...update,
        set: ['token', 'duty', 'run_at', 'attempts', 'marked_at'],
        where: SAME,
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
      dialect.holding({ ...work, select: 't.subject', where: SAME }),
    ),
    ofSubjects: bulk(
      dialect,
      SUBJECT.columns,
      dialect.lookup({ ...work, select: DUE.list('t.'), where: SAME }),
    ),
    finish: bulk(dialect, HELD.columns, dialect.remove({ ...update, where: OURS })),
    drop: bulk(dialect, SUBJECT.columns, dialect.remove({ ...update, where: SAME })),
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
    nextDues: dialect.isSpread ? spreadNextDues() : nextDues(dialect),
    ...looks(dialect),
    tallyUnknown: tallyUnknown(dialect),
  };
};

export type WorkStatements = ReturnType<typeof workStatements>;
