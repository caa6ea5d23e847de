import type { ActorNotFound, SettingsDenied } from '../../model/access/access-errors.js';
import { settingsPerson } from '../rights/settings-person.js';
import { AuthorityKey } from '../authority/authority-key.js';
import type { Sealing } from '../authority/sealed-policies.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import { recipe, token } from '../../kernel/token.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import { UUID_ENTROPY_BYTES, uuidV7 } from '../../kernel/values/uuid.js';
import { Clock } from '../../ports/clock.js';
import { Entropy } from '../../ports/entropy.js';
import type { Storage, Stores } from '../../storage/storage.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import type { Permission } from '../../model/tenancy/user.js';
import type { SettingsChangeKind } from './change-kind.js';
import { proposalSeal } from '../../model/settings/change/proposal-seal.js';
import { settingsChangeEntry } from '../../model/settings/change/settings-change-entry.js';
import { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import { MailAdministrators } from './mail-administrators.js';
import { atomicallyNoted, noticeOf, type Note } from './settings-notice.js';
import {
  settingsChangeView,
  type SettingsChangeView,
} from '../../model/settings/change/settings-change-view.js';
import {
  SETTINGS_CHANGE_LIFE,
  type SettingsChange,
} from '../../model/settings/change/settings-change.js';

/** How many changes of a corporate may wait at a time. */
const PENDING_MAX = 100;

/** The person who wants a change, its id if it has to wait, and the corporate, which is held. */
export interface Proposal {
  readonly tenant: Tenant;
  readonly by: UserId;
  readonly at: EpochMs;
  readonly changeId: string;
  readonly corporate: Corporate;
  readonly note: Note;
  /** For its own seal while it waits, and for what carries one once it is made. */
  readonly sealing: Sealing;
  /** It is made at once, and nobody is mailed of it: it takes nothing from anybody. */
  readonly waitsForNobody?: boolean;
}

/** The id of a change that may have to wait: by it, changes are in the order in which they were proposed. */
export const settingsChangeId = (clock: Clock, entropy: Entropy): string =>
  `sc_${uuidV7(clock.now(), entropy.bytes(UUID_ENTROPY_BYTES))}`;

/** The person who wants to make or propose a change, and the permissions of which they need any. */
export interface Proposer {
  readonly tenant: Tenant;
  readonly by: UserId;
  readonly permissions: ReadonlyArray<Permission>;
}

/**
 * A unit of work in which a person may make or propose a change. It holds the corporate: other changes to its settings
 * wait from here on, and one who is suspended meanwhile finds themselves so.
 */
export type Proposing = <L, R>(
  storage: Storage,
  proposer: Proposer,
  work: (stores: Stores, proposal: Proposal) => Promise<E.Either<L, R>>,
) => Promise<E.Either<L | ActorNotFound | SettingsDenied, R>>;
export const Proposing = token<Proposing>('Proposing');

export const makeProposing = recipe(
  Proposing,
  { Clock, Entropy, AuthorityKey, MailAdministrators },
  ({ clock, entropy, authorityKey, mailAdministrators }) =>
    async <L, R>(
      storage: Storage,
      { tenant, by, permissions }: Proposer,
      work: (stores: Stores, proposal: Proposal) => Promise<E.Either<L, R>>,
    ) => {
      const changeId = settingsChangeId(clock, entropy);
      const sealing = { key: await authorityKey(), marked: 0 };
      return atomicallyNoted<L | ActorNotFound | SettingsDenied, R>(
        storage,
        mailAdministrators,
        async (stores, note) => {
          const corporate = await stores.tenancy.holdCorporate(tenant);
          const person = await settingsPerson(stores, tenant, by, permissions);
          if (E.isLeft(person)) return person;
          if (corporate === undefined) throw new Error('a person of no corporate');
          return work(stores, { tenant, by, at: clock.now(), changeId, corporate, note, sealing });
        },
      );
    },
);

/** What others may know of a kind. */
type Shown<P> = Pick<
  SettingsChangeKind<P, unknown, unknown>,
  'name' | 'payload' | 'details' | 'concerns'
>;

/** A change that is made without waiting, as others are mailed of it. */
export const madeNow = <P>(
  { name, details, concerns }: Shown<P>,
  payload: P,
  { by, at }: Pick<Proposal, 'by' | 'at'>,
) =>
  ({
    kind: name,
    details: details(payload),
    step: 'made',
    by,
    at,
    concerns: concerns?.(payload),
  }) as const;

/**
 * Makes a change, or keeps it for a second person to approve where the corporate asks for that
 * (`settingsNeedSecondPerson`) unless `waitsForNobody`. Answers the change that waits, or undefined where
 * it is made. The caller has held the corporate, and has looked whether the person may propose the change. `note` gets what
 * other administrators are to be mailed.
 */
export const makeOrPropose = async <P, L, F>(
  stores: Stores,
  kind: SettingsChangeKind<P, L, F>,
  payload: P,
  proposal: Proposal,
): Promise<E.Either<L | TooManySettingsChanges, SettingsChangeView | undefined>> => {
  const { tenant, at, corporate, note, waitsForNobody = false } = proposal;
  const possible = await kind.check(stores, tenant, payload, { at });
  if (E.isLeft(possible)) return possible;
  if (!waitsForNobody && corporate.settingsNeedSecondPerson === true)
    return propose(stores, kind, payload, proposal);
  await writeRecords(stores, kind.make(tenant, payload, proposal, possible.right));
  if (!waitsForNobody) note(await noticeOf(stores, corporate, madeNow(kind, payload, proposal)));
  return E.right(undefined);
};

/**
 * Keeps a change for a second person to approve, whatever the corporate asks for. Whether it can be made is checked
 * before; otherwise as {@link makeOrPropose}.
 */
export const propose = async <P>(
  stores: Stores,
  kind: Shown<P>,
  payload: P,
  { tenant, by, at, changeId, corporate, note, sealing }: Proposal,
): Promise<E.Either<TooManySettingsChanges, SettingsChangeView>> => {
  if ((await stores.settingsChanges.countPending(tenant, at)) >= PENDING_MAX)
    return E.left(TooManySettingsChanges(PENDING_MAX));
  const proposal = {
    ...tenant,
    changeId,
    kind: kind.name,
    details: kind.details(payload),
    payload: JSON.stringify(kind.payload.encode(payload)),
    proposedBy: by,
    proposedAt: at,
    expiresAt: at + SETTINGS_CHANGE_LIFE,
  };
  const seal = proposalSeal(sealing.key, proposal);
  const change: SettingsChange = { ...proposal, state: 'pending', revision: 1, seal };
  await writeRecords(stores, {
    saves: [({ settingsChanges }) => settingsChanges.add(change)],
    entries: [settingsChangeEntry(change)],
  });
  const proposed = { ...madeNow(kind, payload, { by, at }), step: 'proposed' } as const;
  note(await noticeOf(stores, corporate, proposed));
  return E.right(settingsChangeView(change, at));
};
