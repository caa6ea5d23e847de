import type { EpochMs, Tenant } from '@hundi/core';
import {
  DUTY_NAMES,
  type Claim,
  type ClaimOf,
  type DutyName,
  type HeldWork,
  type NewWork,
  type SubjectRange,
  type UnknownTally,
  type Work,
  type WorkStore,
  type WorkTally,
} from '@hundi/core/storage';
import { dueQueue, isCurrent, type DueQueue } from './due-queue.js';
import type { Unit } from '../engine/unit.js';

interface Works {
  readonly ofCorporate: (tenant: Tenant) => Map<string, Work>;
  readonly all: () => Iterable<Work>;
  readonly queueOf: (duty: DutyName) => DueQueue;
  /** Never the same twice, so that no token of work that was finished comes back to life. */
  readonly nextToken: () => number;
  readonly lastToken: () => number;
  readonly skipTokens: (beyond: number) => void;
}

/** How far tokens have come. No unit of work takes it back; only a backup brings an earlier one back. */
export interface Tokens {
  last: number;
}

/** The token of work that no worker has claimed. Claims give out tokens from 1 on. */
const UNCLAIMED = 0;

const works = (tokens: Tokens): Works => {
  const queues = new Map<DutyName, DueQueue>();
  const corporates = new Map<string, Map<string, Work>>();
  return {
    ofCorporate: ({ corporateTenantId }) => {
      const bySubject = corporates.get(corporateTenantId) ?? new Map<string, Work>();
      corporates.set(corporateTenantId, bySubject);
      return bySubject;
    },
    all: () => [...corporates.values()].flatMap((bySubject) => [...bySubject.values()]),
    queueOf: (duty) => {
      const queue = queues.get(duty) ?? dueQueue();
      queues.set(duty, queue);
      return queue;
    },
    nextToken: () => (tokens.last += 1),
    lastToken: () => tokens.last,
    skipTokens: (beyond) => {
      tokens.last = Math.max(tokens.last, beyond);
    },
  };
};

const put = (unit: Unit, { ofCorporate, queueOf }: Works, work: Work): void => {
  const bySubject = ofCorporate(work.tenant);
  const before = bySubject.get(work.subject);
  // The queue may have dropped the old moment by the time the change is undone.
  if (before !== undefined) unit.note(() => queueOf(before.duty).push(before));
  unit.set(bySubject, work.subject, work);
  queueOf(work.duty).push(work);
};

const takeAway = (unit: Unit, { ofCorporate, queueOf }: Works, work: Work | undefined): void => {
  if (work === undefined) return;
  unit.note(() => queueOf(work.duty).push(work));
  unit.delete(ofCorporate(work.tenant), work.subject);
};

/** The earliest work of a duty. Moments that work has left behind are dropped on the way to it. */
const earliest = ({ ofCorporate, queueOf }: Works, duty: DutyName): Work | undefined => {
  const queue = queueOf(duty);
  for (let due = queue.peek(); due !== undefined; due = queue.peek()) {
    const work = ofCorporate(due.tenant).get(due.subject);
    if (isCurrent(due, duty, work)) return work;
    queue.pop();
  }
  return undefined;
};

const nextDues = (all: Works): ReadonlyMap<DutyName, EpochMs> => {
  const moments = new Map<DutyName, EpochMs>();
  for (const duty of DUTY_NAMES) {
    const work = earliest(all, duty);
    if (work !== undefined) moments.set(duty, work.runAt);
  }
  return moments;
};

const wake = (unit: Unit, all: Works, work: NewWork): void => {
  const before = all.ofCorporate(work.tenant).get(work.subject);
  if (before === undefined) put(unit, all, { attempts: 0, failures: 0, token: 0, ...work });
  else if (before.duty === work.duty && before.runAt > work.runAt)
    put(unit, all, { ...before, runAt: work.runAt });
};

const claim = (unit: Unit, all: Works, how: Claim): Work[] => {
  const { duty, now, limit } = how;
  const claimed: Work[] = [];
  while (claimed.length < limit) {
    const due = earliest(all, duty);
    if (due === undefined || due.runAt > now) break;
    claimed.push(take(unit, all, due, how));
  }
  return claimed;
};

const take = (unit: Unit, all: Works, due: Work, how: Omit<Claim, 'limit'>): Work => {
  const { now, leaseMs, lapsesTo, mark } = how;
  const held: Work = {
    duty: lapsesTo,
    subject: due.subject,
    tenant: due.tenant,
    runAt: now + leaseMs,
    attempts: due.attempts + 1,
    failures: due.failures,
    token: all.nextToken(),
  };
  const markedAt = mark ?? due.markedAt;
  const work = markedAt === undefined ? held : { markedAt, ...held };
  put(unit, all, work);
  const markedBefore = mark === undefined ? undefined : due.markedAt;
  return markedBefore === undefined ? work : { markedBefore, ...work };
};

const claimOf = (
  unit: Unit,
  all: Works,
  tenant: Tenant,
  { ranges, how }: { readonly ranges: ReadonlyArray<SubjectRange>; readonly how: ClaimOf },
): Work[] =>
  [...all.ofCorporate(tenant).values()]
    .filter(
      ({ duty, runAt, subject, tenant: { bankTenantId } }) =>
        duty === how.duty &&
        runAt <= how.dueBy &&
        bankTenantId === tenant.bankTenantId &&
        ranges.some(({ first, last }) => first <= subject && subject <= last),
    )
    .sort((a, b) => (a.subject < b.subject ? -1 : 1))
    .slice(0, how.limit)
    .map((due) => take(unit, all, due, how));

type Place = Pick<Work, 'runAt' | 'subject'>;

const isBefore = (a: Place, b: Place): boolean =>
  a.runAt === b.runAt ? a.subject < b.subject : a.runAt < b.runAt;

/** The earliest works of a duty. Nothing here is large enough to keep them in order for this alone. */
const earliestOf = (
  { all }: Works,
  duty: DutyName,
  limit: number,
  after?: Place,
): ReadonlyArray<Work> =>
  [...all()]
    .filter((work) => work.duty === duty && (after === undefined || isBefore(after, work)))
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .slice(0, limit);

const tally = (works: ReadonlyArray<Work>, now: EpochMs): WorkTally => ({
  waiting: works.length,
  due: works.filter(({ runAt }) => runAt <= now).length,
  untouched: works.filter(({ attempts }) => attempts === 0).length,
  ...(works[0] !== undefined && { firstAt: works[0].runAt }),
});

/** Whether the subject of work is a payout that is at the bank. */
type IsAtBank = (work: Pick<Work, 'tenant' | 'subject'>) => boolean;

/** What is unknown among works that ask the bank. */
const tallyUnknown = (works: ReadonlyArray<Work>, isAtBank: IsAtBank): UnknownTally => {
  const unknown = works.filter(isAtBank);
  const marks = unknown.flatMap(({ markedAt }) => markedAt ?? []);
  return {
    count: unknown.length,
    ...(marks.length > 0 && { firstMarkedAt: marks.reduce((a, b) => Math.min(a, b)) }),
  };
};

export const workTables = (tokens: Tokens, isAtBank: IsAtBank): ((unit: Unit) => WorkStore) => {
  const all = works(tokens);
  const mine = ({ tenant, subject, token }: HeldWork): Work | undefined => {
    const work = all.ofCorporate(tenant).get(subject);
    return work?.token === token ? work : undefined;
  };

  const change = (unit: Unit, held: HeldWork, changes: Partial<Work>): void => {
    const before = mine(held);
    if (before !== undefined) put(unit, all, { ...before, ...changes });
  };

  return (unit) => ({
    add: async (added) => {
      for (const { duty, subject, tenant, runAt } of added) {
        const before = all.ofCorporate(tenant).get(subject);
        put(unit, all, {
          attempts: 0,
          failures: 0,
          ...before,
          duty,
          subject,
          tenant,
          runAt,
          token: UNCLAIMED,
        });
      }
    },
    wake: async (woken) => {
      for (const work of woken) wake(unit, all, work);
    },
    claim: async (how) => claim(unit, all, how),
    claimOf: async (tenant, ranges, how) => claimOf(unit, all, tenant, { ranges, how }),
    held: async (work) => new Set(work.filter(mine).map(({ subject }) => subject)),
    // Units take place one at a time.
    hold: async () => undefined,
    finish: async (work) => {
      for (const held of work) takeAway(unit, all, mine(held));
    },
    drop: async (tenant, subjects) => {
      const bySubject = all.ofCorporate(tenant);
      for (const subject of subjects) takeAway(unit, all, bySubject.get(subject));
    },
    defer: async (work) => {
      for (const { duty, runAt, ...held } of work) change(unit, held, { duty, runAt });
    },
    giveBack: async (work) => {
      for (const { duty, runAt, attempts, ...held } of work)
        change(unit, held, { duty, runAt, attempts: attempts - 1 });
    },
    fail: async (work) => {
      for (const { duty, runAt, failures, ...held } of work)
        change(unit, held, { duty, runAt, failures: failures + 1 });
    },
    lastToken: async () => all.lastToken(),
    skipTokens: async (beyond) => {
      all.skipTokens(beyond);
    },
    nextDues: async () => nextDues(all),
    earliest: async (...of) => earliestOf(all, ...of),
    ofDuty: async (tenant, duty, limit) =>
      [...all.ofCorporate(tenant).values()]
        .filter((work) => work.duty === duty && work.tenant.bankTenantId === tenant.bankTenantId)
        .slice(0, limit),
    ofSubjects: async (tenant, subjects) =>
      [...new Set(subjects)].flatMap((subject) => {
        const work = all.ofCorporate(tenant).get(subject);
        return work?.tenant.bankTenantId === tenant.bankTenantId ? [work] : [];
      }),
    tally: async (duty, now, limit) => tally(earliestOf(all, duty, limit), now),
    tallyUnknown: async (limit) => tallyUnknown(earliestOf(all, 'query-unknowns', limit), isAtBank),
  });
};
