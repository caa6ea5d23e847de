import { detailOf, type Causes } from '../../duty/causes.js';
import { LEASE_MS, retryDelay, type Duty } from '../../duty/duty.js';
import { E } from '../../kernel/fp.js';
import type { CorporateTenantId } from '../../kernel/values/ids.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Clock } from '../../ports/clock.js';
import { commit } from '../../storage/commit.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Storage } from '../../storage/storage.js';
import { wakeDeliveries } from '../../webhook/deliver/wake-deliveries.js';
import { token } from '../../kernel/token.js';
import { addLinks } from './add-links.js';
import { nextToSeal } from './next-to-seal.js';
import { renderEntries } from './render-entries.js';
import type { HeldJournal } from '../entry/seal.js';
import type { Sealing } from '../../storage/seal-store.js';

/**
 * The duty that seals the journal of each corporate: gapless positions, chained hashes, and the bodies of its
 * events, frozen from then on (decisions §11). Behind everything else: what appends writes nothing for it.
 */
export type SealJournal = Duty;
export const SealJournal = token<SealJournal>('SealJournal');

const JOURNALS_A_CLAIM = 32;
// Few enough that other writers hardly wait.
const ENTRIES_A_COMMIT = 1_000;
// Then the other journals get a turn.
const COMMITS_A_CLAIM = 5;
// About two minutes of trying.
const FAILURES_UNTOLD = 8;

export const makeSealJournal = (
  storage: Storage,
  clock: Clock,
  pacer: Pacer,
  causes: Causes,
): SealJournal => {
  const claim = claimInTurn(storage, clock);

  /** Seals what one commit holds; answers the claim as it stands then, if there is more and it is still ours. */
  const sealSome = async (held: HeldJournal, isLast: boolean): Promise<HeldJournal | undefined> => {
    const { tenant, head } = held;
    const next = await storage.read((stores) => nextToSeal(stores, tenant, ENTRIES_A_COMMIT));
    const rendered = await renderEntries(storage, pacer, tenant, next);
    const links = addLinks(tenant, head, rendered);
    const goesOn = !next.isAll && !isLast;
    const written = await write(
      storage,
      held,
      {
        ...links,
        upTo: next.upTo,
        ...(goesOn && { heldUntil: clock.now() + LEASE_MS }),
      },
      clock.now(),
    );
    if (links.events.length > 0) pacer.wake();
    return written && goesOn ? { ...held, failures: 0, head: links.head } : undefined;
  };

  const seal = async (claimed: HeldJournal): Promise<void> => {
    let held: HeldJournal | undefined = claimed;
    try {
      for (let commits = 1; held !== undefined; commits += 1) {
        held = await sealSome(held, commits === COMMITS_A_CLAIM);
        await pacer.breathe();
      }
    } catch (error) {
      const { tenant } = claimed;
      const subjects = [{ tenant, subjectId: tenant.corporateTenantId }];
      const detail = detailOf(error, causes.report('seal-journal', error, subjects));
      await putOff(storage, held ?? claimed, clock.now(), detail);
    }
  };

  return {
    name: 'seal-journal',
    lanes: 1,
    chunk: JOURNALS_A_CLAIM,
    nextDue: () => {
      const now = clock.now();
      return storage.read(({ seals }) => seals.nextDue(now));
    },
    run: async () => {
      const held = await claim();
      for (const journal of held) await seal(journal);
      return held.length;
    },
  };
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
      : commit(storage, ({ seals }) => seals.claim(waiting, now, LEASE_MS));
  };
};

const write = async (
  storage: Storage,
  held: HeldJournal,
  sealing: Sealing,
  at: EpochMs,
): Promise<boolean> => {
  const types = sealing.events.map(({ type }) => type);
  const written = await storage.atomically<'lost', undefined>(async (stores) => {
    if ((await stores.seals.write(held, sealing)) === 'lost') return E.left('lost');
    if (types.length > 0) await wakeDeliveries(stores, held.tenant, types, at);
    return E.right(undefined);
  });
  return E.isRight(written);
};

/** A journal that cannot be sealed does not hold up the others. After some failures an incident is raised. */
const putOff = (storage: Storage, held: HeldJournal, at: number, detail: string): Promise<void> =>
  commit(storage, async ({ seals, journal }) => {
    const { tenant, failures } = held;
    await seals.putOff(held, at + retryDelay(failures + 1));
    if (failures + 1 < FAILURES_UNTOLD) return;
    const subjectId = tenant.corporateTenantId;
    await journal.raise([{ tenant, kind: 'sealing_failed', subjectId, at, detail }]);
  });
