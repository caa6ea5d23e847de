import type { Clock } from '@hundi/core';
import type { PayoutOrder } from '@hundi/core/wire';
import type { RowDecision } from '@hundi/core/storage';
import type { Notes } from '../engine/watched-stores.js';
import { indianDay } from '../people/batches.js';
import { entryOf, type Ledger } from '../world/ledger.js';
import type { World } from '../world/world.js';

interface Parts {
  readonly world: World;
  readonly ledger: Ledger;
}

/** Clocks that differ by more may be on other days. */
const CLOCKS_AGREE = 2_000;
const AROUND_MIDNIGHT = 60_000;

/** The facts of a moment, as one text; undefined where clocks may not agree on the day. */
const factsOf = ({ world, ledger }: Parts, { now }: Clock): string | undefined => {
  if (world.climate.skewMaxMs > CLOCKS_AGREE) return undefined;
  const day = indianDay(now());
  return indianDay(now() - AROUND_MIDNIGHT) === day && indianDay(now() + AROUND_MIDNIGHT) === day
    ? `${String(ledger.facts.count)} on ${day}`
    : undefined;
};

const jobsOf = (ids: Iterable<string | undefined>): number => new Set(ids).size;

/** By which facts the rows that a commit decides on are judged; undefined where rows of one job depend on another's. */
export const factsAt = (parts: Parts, notes: Notes, clock: Clock): string | undefined => {
  const { decided } = notes;
  if (decided.length === 0) return undefined;
  const jobs = decided.map(({ transactionId }) => entryOf(parts.ledger, transactionId).order.jobId);
  const known = jobsOf(jobs) === 1 ? factsOf(parts, clock) : undefined;
  parts.ledger.facts.count += 1;
  return known;
};

/** Notes by which facts the rows of a job would be judged that just came in. */
export const cameIn = (parts: Parts, added: ReadonlyArray<PayoutOrder>, clock: Clock): void => {
  parts.ledger.facts.count += 1;
  if (jobsOf(added.map(({ jobId }) => jobId)) > 1) return;
  const facts = factsOf(parts, clock);
  for (const { transactionId } of added) {
    if (facts !== undefined) entryOf(parts.ledger, transactionId).facts = facts;
  }
};

/** Notes what intake said of a row. */
export const judged = (
  { ledger }: Parts,
  { transactionId, outcome, rejection, progress }: RowDecision,
  facts: string | undefined,
): void => {
  entryOf(ledger, transactionId).verdict = {
    outcome,
    code: rejection?.code,
    levels: progress.approval?.levels.length ?? 0,
    facts,
  };
};
