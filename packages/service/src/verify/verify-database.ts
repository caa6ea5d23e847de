import type { Pooler } from '@hundi/adapter-knex';
import { webAuthnAssertion } from '@hundi/adapter-node';
import type { Archive, Sealer, Storage } from '@hundi/core';
import {
  readAuthorityKey,
  UNSEALED_COUNT_MAX,
  verifyApprovals,
  verifyArchive,
  verifyJournals,
  type ApprovalCheck,
  type ApprovalFault,
  type ArchiveCheck,
  type JournalCheck,
} from '@hundi/core/operator';
import type { DatabasePlace } from '../config/config.js';
import { openExisting } from '../database/open-existing.js';
import { counted } from '../texts/counted.js';

/** What was found on one journal, on its approvals, on the archive of one, or on a file that belongs to none. */
type Finding =
  | ({ readonly check: 'journal' } & JournalCheck)
  | ({ readonly check: 'approvals' } & ApprovalCheck)
  | ({ readonly check: 'archive' } & ArchiveCheck);

/** The findings on all journals. */
export interface Verified {
  readonly holds: boolean;
  readonly journals: number;
}

/** What a journal has in the archive, nothing in the database proves. */
const isProven = ({ chain, archived }: JournalCheck, archive: Archive | undefined): boolean =>
  chain.holds && (archived.files === 0 || archive !== undefined);

const lineOf = (check: JournalCheck, archive: Archive | undefined): string => {
  const { chain, archived, notSealed } = check;
  const { corporateTenantId } = check.tenant;
  const unsealed =
    notSealed === 0
      ? ''
      : `; not sealed yet: ${notSealed === UNSEALED_COUNT_MAX ? 'at least ' : ''}${String(notSealed)}`;
  if (!chain.holds) {
    const { entry, event, reason } = chain;
    const where = event === undefined ? '' : `, event ${String(event)}`;
    return `${corporateTenantId}: BROKEN at entry ${String(entry)}${where}: ${reason}${unsealed}`;
  }
  const { ordinal, position, hash } = chain.head;
  const before = `the first ${counted(archived.entries, 'entry', 'entries')} ${archived.entries === 1 ? 'is' : 'are'} in ${counted(archived.files, 'file')} of the archive`;
  if (!isProven(check, archive))
    return `${corporateTenantId}: NOT PROVEN: ${before}: prove them with --archive DIRECTORY; what follows holds up to entry ${String(ordinal)} and event ${String(position)}; head ${hash}${unsealed}`;
  const archivedToo = archived.files === 0 ? '' : `; ${before}`;
  return `${corporateTenantId}: ${counted(ordinal, 'entry', 'entries')} and ${counted(position, 'event')} hold; head ${hash}${archivedToo}${unsealed}`;
};

const FAULTS: Readonly<Record<ApprovalFault['fault'], string>> = {
  missing: 'it is not there',
  dropped: 'the journal has the payout approved with it, and the payout names it no more',
  gone: 'it is on this payout, which is neither in the database nor in the archive',
  not_signed: 'its passkey did not sign this',
  not_sealed: 'its passkey never became active for this person by the engine',
  another_person: 'another person signed than the approval names',
  passkey_removed: 'its passkey was removed before the payout was made',
  not_among_the_signed: 'it is on other payouts',
  changed_since: 'what stands at the payout now is not what was signed',
};

const approvalLineOf = (check: ApprovalCheck): string => {
  const { corporateTenantId } = check.tenant;
  if (check.kind === 'fault') {
    const { signatureId, transactionId, fault } = check;
    const what = transactionId === undefined ? '' : `payout ${transactionId}, `;
    return `${corporateTenantId}: NOT PROVEN: ${what}signature ${signatureId}: ${FAULTS[fault]}`;
  }
  const { signatures, payouts, faults, origins, seals, unreadFrom } = check;
  const unread =
    unreadFrom === undefined
      ? ''
      : `; what the journal says of approvals from entry ${String(unreadFrom)} on was not compared: it cannot be read`;
  if (signatures === 0 && payouts === 0 && faults === 0)
    return `${corporateTenantId}: no approval is signed${unread}`;
  const verdict = faults === 0 ? 'hold' : `do not hold, ${counted(faults, 'fault')} above`;
  const where = origins.length === 0 ? '' : `; signed at ${origins.join(', ')}`;
  const unsealed =
    seals === 'checked' ? '' : '; the seals of passkeys were not checked: that takes HUNDI_KEK';
  return `${corporateTenantId}: ${counted(signatures, 'signature')} and ${counted(payouts, 'payout')} with signatures ${verdict}${where}${unsealed}${unread}`;
};

const archiveLineOf = (check: ArchiveCheck): string => {
  switch (check.kind) {
    case 'journal': {
      const { tenant, files, entries, fault } = check;
      const what = `${tenant.corporateTenantId}: archive of ${counted(files, 'file')}`;
      return fault === undefined
        ? `${what} holds, up to entry ${String(entries)}`
        : `${what} is BROKEN at ${fault.file}: ${fault.reason}`;
    }
    case 'leftover':
      return `${check.file}: left over from a run that was stopped; all that it holds is elsewhere`;
    case 'foreign':
      return `${check.fault.file}: FOREIGN: ${check.fault.reason}`;
  }
};

/** What a run has beside the database. */
export interface VerifyMeans {
  /** What stands between this process and PostgreSQL. Default: nothing. */
  readonly pooler?: Pooler;
  readonly archive?: Archive | undefined;
  /** Opens the key by which passkeys are sealed; without it their seals are not checked. */
  readonly sealer?: Sealer | undefined;
}

const readKey = async (
  storage: Storage,
  sealer: Sealer | undefined,
): Promise<Uint8Array | undefined> => sealer && readAuthorityKey(storage, sealer);

/**
 * Proves every journal of a database and the signatures of its approvals, a line for each corporate, and then its archive,
 * if one is given. Where a part of a journal is archived and none is given, not all holds: nothing proves that part.
 * Changes nothing. The database may be in use meanwhile.
 *
 * @throws StartRefused when the database cannot be used; an error, after everything else was checked, where the sealer does
 *   not open what it should.
 */
export const verifyDatabase = async (
  place: DatabasePlace,
  print: (line: string, finding: Finding) => void,
  { pooler = 'none', archive, sealer }: VerifyMeans = {},
): Promise<Verified> => {
  const { storage, close } = await openExisting(place, pooler, 'read');
  try {
    const reading = readKey(storage, sealer);
    const key = await reading.catch(() => undefined);
    let [holds, journals] = [true, 0];
    for await (const check of verifyJournals(storage)) {
      print(lineOf(check, archive), { check: 'journal', ...check });
      holds &&= isProven(check, archive);
      journals += 1;
    }
    const means = { verify: webAuthnAssertion, ...(key !== undefined && { key }) };
    for await (const check of verifyApprovals(storage, means)) {
      print(approvalLineOf(check), { check: 'approvals', ...check });
      holds &&= check.kind !== 'fault' && check.unreadFrom === undefined;
    }
    if (archive !== undefined)
      for await (const check of verifyArchive(storage, archive)) {
        print(archiveLineOf(check), { check: 'archive', ...check });
        holds &&= check.kind === 'leftover' || check.fault === undefined;
      }
    // Only now: all that takes no key is checked.
    await reading;
    return { holds, journals };
  } finally {
    await close();
  }
};
