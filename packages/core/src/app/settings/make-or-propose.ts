import type { Sealing } from '../authority/sealed-policies.js';
import { writeRecords } from '../writer/write-changes.js';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { EpochMs } from '../../kernel/values/time.js';
import type { Stores } from '../../storage/storage.js';
import type { Corporate } from '../../model/tenancy/corporate.js';
import type { SettingsChangeKind, WaitingKind } from './change-kind.js';
import { proposalSeal } from '../../model/settings/change/proposal-seal.js';
import { settingsChangeEntry } from '../../model/settings/change/settings-change-entry.js';
import { TooManySettingsChanges } from '../../model/settings/change/settings-change-errors.js';
import { noticeOf, type Note } from './settings-notice.js';
import type { SettingsStepName } from './settings-english.js';
import {
  settingsChangeView,
  type SettingsChangeView,
} from '../../model/settings/change/settings-change-view.js';
import {
  SETTINGS_CHANGE_LIFE,
  type SettingsChange,
} from '../../model/settings/change/settings-change.js';

/** How many changes of a corporate may wait at a time, and how many that one person proposed: they leave places to others. */
const PENDING_MAX = { corporate: 100, person: 20 };

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
}

/** What others may know of a kind. */
type Shown<P> = Pick<
  SettingsChangeKind<P, unknown, unknown>,
  'name' | 'payload' | 'details' | 'concerns'
>;

/** A step of a change, as those who look after settings are mailed of it. */
export const settingsStep = <P, S extends SettingsStepName>(
  name: S,
  { name: kind, details, concerns }: Shown<P>,
  payload: P,
  { by, at }: Pick<Proposal, 'by' | 'at'>,
) => ({ kind, details: details(payload), step: name, by, at, concerns: concerns?.(payload) });

/** What a person wants to change, and how. */
export interface Wanted<P> {
  readonly payload: P;
  /** It is made at once, and nobody is mailed of it: it takes nothing from anybody. */
  readonly waitsForNobody?: boolean;
  /** Others are mailed of it all the same. */
  readonly isMailed?: boolean;
}

/**
 * Makes a change, or keeps it for a second person to approve: where its kind always waits, and where the corporate asks for
 * that (`settingsNeedSecondPerson`) unless `waitsForNobody`. Answers the change that waits, or undefined where
 * it is made. The caller has held the corporate, and has looked whether the person may propose the change, and whether
 * it can be made, if its kind always waits. `note` gets what other administrators are to be mailed.
 */
export const makeOrPropose = async <P, L, F>(
  stores: Stores,
  kind: SettingsChangeKind<P, L, F> | WaitingKind<P>,
  { payload, waitsForNobody = false, isMailed = !waitsForNobody }: Wanted<P>,
  proposal: Proposal,
): Promise<E.Either<L | TooManySettingsChanges, SettingsChangeView | undefined>> => {
  if ('waits' in kind) return propose(stores, kind, payload, proposal);
  const { tenant, at, corporate, note } = proposal;
  const possible = await kind.check(stores, tenant, payload, { at });
  if (E.isLeft(possible)) return possible;
  if (!waitsForNobody && corporate.settingsNeedSecondPerson === true)
    return propose(stores, kind, payload, proposal);
  await writeRecords(stores, kind.make(tenant, payload, proposal, possible.right));
  if (isMailed)
    note(await noticeOf(stores, corporate, settingsStep('made', kind, payload, proposal)));
  return E.right(undefined);
};

/** Keeps a change for a second person to approve. */
const propose = async <P>(
  stores: Stores,
  kind: Shown<P>,
  payload: P,
  proposing: Proposal,
): Promise<E.Either<TooManySettingsChanges, SettingsChangeView>> => {
  const { tenant, by, at, changeId, corporate, note, sealing } = proposing;
  const pending = await stores.settingsChanges.pending(tenant, at);
  const own = pending.filter(({ proposedBy }) => proposedBy === by);
  if (own.length >= PENDING_MAX.person)
    return E.left(TooManySettingsChanges(PENDING_MAX.person, 'person'));
  if (pending.length >= PENDING_MAX.corporate)
    return E.left(TooManySettingsChanges(PENDING_MAX.corporate, 'corporate'));
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
  note(await noticeOf(stores, corporate, settingsStep('proposed', kind, payload, proposing)));
  return E.right(settingsChangeView(change, at));
};
