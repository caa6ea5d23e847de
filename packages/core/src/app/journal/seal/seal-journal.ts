import { writeRecords } from '../../writer/write-changes.js';
import { detailOf } from '../../duty/causes.js';
import { DutyParts } from '../../duty/duty-parts.js';
import { LEASE_MS, retryDelay, type Duty } from '../../duty/duty.js';
import type { CorporateTenantId } from '../../../kernel/values/ids.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { Clock } from '../../../ports/clock.js';
import { commit } from '../../../storage/commit.js';
import { Pacer } from '../../../ports/pacer.js';
import type { Storage } from '../../../storage/storage.js';
import { recipe, token } from '../../../kernel/token.js';
import { givingWay } from './giving-way.js';
import { knownJournals, type KnownJournal } from './known-subjects.js';
import { sealingOf } from './seal-portion.js';
import { streamRest } from './stream-rest.js';
import type { HeldJournal } from '../../../model/journal/entry/seal.js';

/**
 * The duty that seals the journal of each corporate: gapless positions, chained hashes, and the bodies of its
 * events, frozen from then on (decisions §11). Behind everything else: what appends writes nothing for it, a backlog
 * of sends goes first for some seconds, and it rests between two runs over a stream of small payments.
 */
export type SealJournal = Duty;
export const SealJournal = token<SealJournal>('SealJournal');

const JOURNALS_A_CLAIM = 32;
// So few that other writers hardly wait, and fewer where a backlog of sends may be waiting.
const ENTRIES_A_COMMIT = 2_000;
const ENTRIES_AT_FIRST = 1_000;
// Then the other journals get a turn.
const COMMITS_A_CLAIM = 5;
// About two minutes of trying.
const FAILURES_UNTOLD = 8;

export const makeSealJournal = recipe(
  SealJournal,
  { Parts: DutyParts, Pacer },
  ({ parts, pacer }): SealJournal => {
    const { storage, clock, causes, lookAgain } = parts;
    const claim = claimInTurn(storage, clock);
    const way = givingWay(storage, clock);
    const rest = streamRest();
    const knownOf = knownJournals();
    const { prepare, sealPortion } = sealingOf(parts, pacer);

    /** Answers whether it stopped only because the other journals get a turn. */
    const seal = async (claimed: HeldJournal): Promise<boolean> => {
      const { tenant } = claimed;
      let held = claimed;
      let known: KnownJournal | undefined;
      try {
        known = await knownOf(claimed, sealAt(storage, tenant), clock.now());
        let portion = await prepare(tenant, known, ENTRIES_AT_FIRST);
        for (let commits = 1; ; commits += 1) {
          rest.count(portion.next.entries.map(({ entry }) => entry));
          const isDone = portion.next.isAll || (commits === 1 && (await way.isGiven()));
          const goesOn = !isDone && commits < COMMITS_A_CLAIM;
          const left = await sealPortion(
            held,
            known,
            portion,
            goesOn ? ENTRIES_A_COMMIT : undefined,
          );
          await pacer.breathe();
          if (left === undefined) return !isDone;
          ({ held, portion } = left);
        }
      } catch (error) {
        known?.forget();
        const subjects = [{ tenant, subjectId: tenant.corporateTenantId }];
        const detail = detailOf(error, causes.report('seal-journal', error, subjects));
        await putOff(storage, held, clock.now(), detail);
        return false;
      }
    };

    return {
      name: 'seal-journal',
      lanes: 1,
      chunk: JOURNALS_A_CLAIM,
      restsUntil: () => rest.until(clock.now()) ?? way.until(),
      // A run that leaves entries to the next one is full, however few journals it had.
      run: async () => {
        const held = await claim();
        let hasMore = false;
        for (const [i, journal] of held.entries()) {
          hasMore = (await seal(journal)) || hasMore;
          // Deliveries of one corporate need not wait for the journals of others.
          if (i + 1 < held.length) lookAgain();
        }
        rest.begin(clock.now());
        return hasMore ? JOURNALS_A_CLAIM : held.length;
      },
    };
  },
);

const sealAt = (storage: Storage, tenant: Tenant) => async (ordinal: number) => {
  const [seal] = await storage.read(({ seals }) => seals.chain(tenant, ordinal - 1, 1));
  return seal;
};

/** Claims go round, so that no journal waits for ever behind busy ones. */
const claimInTurn = (
  storage: Storage,
  clock: Clock,
): (() => Promise<ReadonlyArray<HeldJournal>>) => {
  let last: CorporateTenantId | undefined;

  return async (): Promise<ReadonlyArray<HeldJournal>> => {
    const now = clock.now();
    const behind = await storage.read(({ seals }) => seals.waiting(now, last, JOURNALS_A_CLAIM));
    const waiting =
      behind.length > 0 || last === undefined
        ? behind
        : await storage.read(({ seals }) => seals.waiting(now, undefined, JOURNALS_A_CLAIM));
    last = waiting.length < JOURNALS_A_CLAIM ? undefined : waiting.at(-1)?.corporateTenantId;
    return waiting.length === 0
      ? []
      : commit(storage, ({ seals }) => seals.claim(waiting, now, LEASE_MS), { brief: true });
  };
};

/** A journal that cannot be sealed does not hold up the others. After some failures an incident is raised. */
const putOff = (storage: Storage, held: HeldJournal, at: number, detail: string): Promise<void> =>
  commit(storage, (stores) => {
    const { tenant, failures } = held;
    const incident = { tenant, subjectId: tenant.corporateTenantId, at, detail };
    return writeRecords(stores, {
      saves: [({ seals }) => seals.putOff(held, at + retryDelay(failures + 1))],
      incidents: failures + 1 < FAILURES_UNTOLD ? [] : [{ kind: 'sealing_failed', ...incident }],
    });
  });
