import { LEASE_MS } from '../../duty/duty.js';
import type { DutyParts } from '../../duty/duty-parts.js';
import { awaitAll } from '../../../kernel/flow/await-all.js';
import { E } from '../../../kernel/fp.js';
import type { Tenant } from '../../../kernel/values/tenant.js';
import type { EpochMs } from '../../../kernel/values/time.js';
import type { Pacer } from '../../../ports/pacer.js';
import type { Sealing } from '../../../storage/seal-store.js';
import { isBrief, type Storage } from '../../../storage/storage.js';
import { wakeDeliveries } from '../../webhook/deliver/wake-deliveries.js';
import type { JournalEntry } from '../../../model/journal/entry/entry.js';
import type { HeldJournal, Seal, SealHead } from '../../../model/journal/entry/seal.js';
import type { SealedEvent } from '../../../model/journal/entry/sealed-event.js';
import type { Draft } from '../../event/renderer.js';
import { addLinks, type Links, type Rendered } from './add-links.js';
import { draftsOf } from './drafts-of.js';
import type { KnownJournal } from './known-subjects.js';
import { nextToSeal, type NextToSeal } from './next-to-seal.js';
import { renderEntries } from './render-entries.js';

/** Entries of one commit, with their events. */
export interface Portion {
  readonly next: NextToSeal;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly rendered: ReadonlyArray<Rendered>;
}

/** What is left of a claim after a commit: the journal as it is held now, and the entries that come next. */
export interface Unfinished {
  readonly held: HeldJournal;
  readonly portion: Portion;
}

/** Whether nothing of a journal up to the last of these entries is left to others. */
const isWhole = ({ entries, upTo }: NextToSeal): boolean =>
  entries.every(({ place }) => place <= upTo);

// Entries that are chained between two turns of other requests.
const LINKS_A_TURN = 500;

const linked = async (
  pacer: Pacer,
  tenant: Tenant,
  before: SealHead,
  rendered: ReadonlyArray<Rendered>,
): Promise<Links> => {
  let head = before;
  const seals: Seal[] = [];
  const events: SealedEvent[] = [];
  for (let from = 0; from < rendered.length; from += LINKS_A_TURN) {
    if (from > 0) await pacer.breathe();
    const links = addLinks(tenant, head, rendered.slice(from, from + LINKS_A_TURN));
    head = links.head;
    seals.push(...links.seals);
    events.push(...links.events);
  }
  return { head, seals, events };
};

/** Seals portions of a journal, a commit each; while one is written, the next is read and rendered. */
export const sealingOf = (
  { storage, clock, lookAgain }: Pick<DutyParts, 'storage' | 'clock' | 'lookAgain'>,
  pacer: Pacer,
) => {
  const prepare = async (
    tenant: Tenant,
    { subjects }: KnownJournal,
    limit: number,
    after?: number,
  ): Promise<Portion> => {
    const next = await storage.read((stores) =>
      nextToSeal(stores, tenant, subjects, { limit, after }),
    );
    const entries = next.entries.map(({ entry }) => entry);
    const drafts = await draftsOf(storage, tenant, entries, subjects);
    return { next, drafts, rendered: await renderEntries(pacer, next, drafts) };
  };

  /** Goes on with at most `more` entries, or gives up the claim; answers what is left, if the claim is still ours. */
  const sealPortion = async (
    held: HeldJournal,
    known: KnownJournal,
    { next, drafts, rendered }: Portion,
    more: number | undefined,
  ): Promise<Unfinished | undefined> => {
    const { tenant, head } = held;
    const links = await linked(pacer, tenant, head, rendered);
    const at = clock.now();
    const lease = more === undefined ? {} : { heldUntil: at + LEASE_MS };
    const sealing = { ...links, upTo: next.upTo, ...lease };
    const entries = rendered.map(({ entry }) => entry);
    const writing = write(storage, held, { sealing, entries }, at);
    known.learn(next.entries, drafts, at);
    const ahead =
      more !== undefined && isWhole(next) ? prepare(tenant, known, more, next.upTo) : undefined;
    // Its events are delivered while sealing goes on.
    const delivering = more === undefined ? writing : writing.then(lookAgain);
    await awaitAll([delivering, ahead ?? Promise.resolve()]);
    if (!(await writing)) {
      known.forget();
      return undefined;
    }
    known.sealedUpTo(links.head);
    return more === undefined
      ? undefined
      : {
          held: { ...held, failures: 0, head: links.head },
          portion: await (ahead ?? prepare(tenant, known, more)),
        };
  };
  return { prepare, sealPortion };
};

const write = async (
  storage: Storage,
  held: HeldJournal,
  {
    sealing,
    entries,
  }: { readonly sealing: Sealing; readonly entries: ReadonlyArray<JournalEntry> },
  at: EpochMs,
): Promise<boolean> => {
  const types = sealing.events.map(({ type }) => type);
  const written = await storage.atomically<'lost', undefined>(
    async (stores) => {
      if ((await stores.seals.write(held, sealing)) === 'lost') return E.left('lost');
      await wakeDeliveries(stores, held.tenant, { entries, types }, at);
      return E.right(undefined);
    },
    { brief: isBrief(sealing.seals.length) },
  );
  return E.isRight(written);
};
