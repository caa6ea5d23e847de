import type { EpochMs, Tenant } from '@hundi/core';
import type { HeldJournal, Seal, SealHead, SealStore } from '@hundi/core/storage';
import { beside, int, of, rowsOf, sharing, text } from '../../../engine/described.js';
import { OWNER } from '../../rows/owner.js';

type Sealing = Parameters<SealStore['write']>[1];

/** The head of a journal, and a claim on it. */
const HEAD = rowsOf<HeldJournal>()({
  corporate_id: text(({ tenant }) => tenant.corporateTenantId),
  bank_id: text(({ tenant }) => tenant.bankTenantId),
  ordinal: int(({ head }) => head.ordinal),
  hash: text(({ head }) => head.hash),
  position: int(({ head }) => head.position),
  event_hash: text(({ head }) => head.eventHash),
  token: int(({ token }) => token),
  failures: int(({ failures }) => failures),
});
export const FOUND_HEAD = HEAD.select(HEAD.names);
type HeadRow = ReturnType<typeof FOUND_HEAD.rows>[number];

/** The head that a row names, of a journal or of an archived file. */
export const headOf = (
  row: Pick<HeadRow, 'ordinal' | 'hash' | 'position' | 'event_hash'>,
): SealHead => ({
  ordinal: Number(row.ordinal),
  hash: row.hash,
  position: Number(row.position),
  eventHash: row.event_hash,
});

/** Where a head moves to. */
export const MOVED = rowsOf<Sealing>()({
  ordinal: int(({ head }) => head.ordinal),
  hash: text(({ head }) => head.hash),
  position: int(({ head }) => head.position),
  event_hash: text(({ head }) => head.eventHash),
  up_to: int(({ upTo }) => upTo),
  leased_until: int(({ heldUntil = 0 }) => heldUntil),
});

/** A claim on a journal. */
export const CLAIMED = beside<Claimed>(
  of(OWNER, ({ tenant }) => tenant),
  rowsOf<Claimed>()({ leased_until: int(({ until }) => until) }),
);
interface Claimed {
  readonly tenant: Tenant;
  readonly until: EpochMs;
}

/** A seal. Seals name no bank. */
const SEAL = rowsOf<Seal>()({
  ordinal: int(({ ordinal }) => ordinal),
  entry_no: int(({ place }) => place),
  position: int(({ position }) => position),
  hash: text(({ hash }) => hash),
});
export const FOUND_SEAL = SEAL.select(SEAL.names);
export type SealRow = ReturnType<typeof FOUND_SEAL.rows>[number];
export const SEAL_OF = sharing(
  rowsOf<Tenant>()({ corporate_id: OWNER.described.corporate_id }),
  SEAL,
);

/** The place of an entry in the journal of a corporate. */
export const PLACE = sharing(OWNER, rowsOf<Seal['place']>()({ entry_no: int((place) => place) }));
