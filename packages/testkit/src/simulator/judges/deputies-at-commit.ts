import type { EpochMs } from '@hundi/core';
import type { JournalEntry } from '@hundi/core/wire';
import { actsFor, type Deputyship } from '../people/deputies.js';
import { mayApprove, settingsOf, type AllSettings, type Settings } from '../people/settings.js';
import { entryOf, type Ledger } from '../world/ledger.js';
import { violate, type World } from '../world/world.js';

interface Parts {
  readonly world: World;
  readonly ledger: Ledger;
  readonly settings: AllSettings;
}

const DAY = 86_400_000;
const LONGEST = 90 * DAY;

/** What the journal says of the deputy of a person: null where there is none any more. */
const deputyIn = ({ subjectKind, changes }: JournalEntry): Deputyship | null | undefined => {
  const named = subjectKind === 'user' ? changes['deputy'] : undefined;
  if (named === undefined || named === null) return named;
  const { userId: deputy, ...time } = named as unknown as Deputyship & { readonly userId: string };
  return { deputy, from: time.from, until: time.until };
};

const namingFault = (
  settings: Settings,
  principal: string,
  named: Deputyship,
  now: EpochMs,
): string | undefined => {
  const { deputy, from, until } = named;
  if (deputy === principal) return 'names themselves';
  if (!mayApprove(settings, principal)) return 'hands on what they may not do';
  if (until <= now || until > now + LONGEST) return `names a deputy until ${String(until)}`;
  const away = settings.deputies.get(deputy);
  return away !== undefined && away.until > now && away.from < until && from < away.until
    ? `names ${deputy}, who has a deputy`
    : undefined;
};

/** I40: people name a deputy of their own roles alone, for a time, and nobody who has one. */
const named = ({ world, settings: all }: Parts, entry: JournalEntry, now: () => EpochMs): void => {
  const deputyship = deputyIn(entry);
  if (deputyship === undefined) return;
  const { tenant, actor: principal } = entry;
  const settings = settingsOf(all, tenant);
  if (deputyship === null) {
    settings.deputies.delete(principal);
    return;
  }
  const fault = namingFault(settings, principal, deputyship, now());
  if (fault !== undefined) violate(world, 'I40', `${principal} ${fault}`);
  settings.deputies.set(principal, deputyship);
};

const AWAITING: ReadonlySet<string> = new Set(['pending_approval', 'partially_approved']);

/** I40: a person rejects in a right of their own or of one who named them, and nothing that they made. */
const rejected = (
  { world, ledger, settings: all }: Parts,
  entry: JournalEntry,
  now: () => EpochMs,
) => {
  const { subjectKind, subjectId, from = '', to, actor, tenant } = entry;
  const settings = settingsOf(all, tenant);
  if (subjectKind !== 'payout' || to !== 'rejected' || !AWAITING.has(from)) return;
  if (!settings.people.has(actor)) return;
  const maker = entryOf(ledger, subjectId as never).order.createdBy.userId;
  const isAllowed =
    actor !== maker &&
    (mayApprove(settings, actor) ||
      [...settings.deputies.keys()].some(
        (principal) => principal !== maker && actsFor(settings, actor, principal, now()),
      ));
  if (!isAllowed) violate(world, 'I40', `${subjectId} is rejected by ${actor}, who may not`);
};

/** Judges what a commit says of deputies, and remembers whom people have named. */
export const judgeDeputies = (
  parts: Parts,
  entries: ReadonlyArray<JournalEntry>,
  now: () => EpochMs,
): void => {
  for (const entry of entries) {
    rejected(parts, entry, now);
    named(parts, entry, now);
  }
};
