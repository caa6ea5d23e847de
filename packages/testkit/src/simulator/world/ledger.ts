import type { CorporateTenantId, EpochMs, JobId, Tenant, TransactionId, UserId } from '@hundi/core';
import type { PayoutApproval, PayoutOrder, PayoutTerms, Rejection } from '@hundi/core/wire';
import { bankRefOf } from '@hundi/core/rail';
import type { StruckState } from './faults.js';
import type { Policy } from './policy.js';

/** What intake said of a row: the levels of approval, or the code of the rejection. */
export interface Verdict {
  readonly outcome: 'accepted' | 'rejected' | 'cancelled';
  readonly code: string | undefined;
  readonly levels: number;
  readonly facts: string | undefined;
}

/** A payout as the engine's commits made it, one after the other. */
export interface LedgerEntry {
  readonly order: PayoutOrder;
  /** Whether another live payout had its reference when it came in. */
  readonly referenceTaken: boolean;
  state: StruckState;
  sequence: number;
  terms?: PayoutTerms;
  rejection?: Rejection;
  approval?: PayoutApproval;
  /** The facts that intake would have judged it by when it came in; undefined where that is not known. */
  facts?: string;
  /** What intake decided, and by which facts. */
  verdict?: Verdict;
  /** The policy that held when it was accepted. */
  policy?: Policy;
  /** How often it was claimed to be sent, and handed to the rail. */
  sendClaims: number;
  submits: number;
  /** The true time of the last claim to send it. */
  claimedAt: EpochMs;
  sentAt?: EpochMs;
  /** The group that it was handed to the rail in; its own bank reference where it was by itself. */
  sentIn?: string;
}

/** A decision for which a person was asked for a second factor. */
export interface Challenge {
  readonly tenant: Tenant;
  readonly actorUserId: UserId;
  readonly on:
    | { readonly transactionIds: ReadonlyArray<TransactionId> }
    | { readonly jobId: JobId };
  readonly ids: ReadonlySet<TransactionId>;
  /** What each of the payouts would move, as the person saw it. */
  readonly shown: ReadonlyMap<TransactionId, string>;
  readonly challengeId: string;
  readonly digest: string;
}

type Moving = Readonly<
  Record<
    | 'beneficiaryName'
    | 'debitAccountNumber'
    | 'creditAccountNumber'
    | 'creditIfsc'
    | 'paymentMethod',
    string
  >
>;

/** What a payout moves: id, amount, payee, both accounts and method. */
export const movedBy = (
  { transactionId, amount }: { readonly transactionId: string; readonly amount: number },
  { beneficiaryName, debitAccountNumber, creditAccountNumber, creditIfsc, paymentMethod }: Moving,
): string =>
  JSON.stringify([
    transactionId,
    amount,
    beneficiaryName,
    debitAccountNumber,
    creditAccountNumber,
    creditIfsc,
    paymentMethod,
  ]);

/** All commits, in order: the world's own account of the engine's writes. */
export interface Ledger {
  readonly entries: Map<string, LedgerEntry>;
  readonly byBankRef: Map<string, LedgerEntry>;
  /** The last token that each subject's work was claimed under. */
  readonly tokens: Map<string, number>;
  readonly commits: { count: number };
  /** How often something changed by which intake judges rows. */
  readonly facts: { count: number };
  /** What people were asked to prove, by what a passkey signs. */
  readonly challenges: Map<string, Challenge>;
  /** The challenges that approvals have used up. */
  readonly used: Set<string>;
  /** The challenges that the passkeys of the people who were asked have answered: no restored backup takes that back. */
  readonly signed: Set<string>;
  /** The latest seal of each corporate's policies that the mark outside the storage was told of. */
  readonly marked: Map<CorporateTenantId, number>;
  /** The payouts and sends that a restored backup has forgotten. */
  readonly lost: Lost;
}

/** Earlier records that the storage has forgotten. */
export interface Lost {
  /** Payouts that were made after the backup, by their bank reference. */
  readonly payouts: Map<string, LedgerEntry>;
  /** Payouts that are in the backup, and were sent after it: only the bank knows. */
  readonly sends: Set<TransactionId>;
}

export const emptyLedger = (): Ledger => ({
  entries: new Map(),
  byBankRef: new Map(),
  tokens: new Map(),
  commits: { count: 0 },
  facts: { count: 0 },
  challenges: new Map(),
  used: new Set(),
  signed: new Set(),
  marked: new Map(),
  lost: { payouts: new Map(), sends: new Set() },
});

/** Remembers what is committed; what it answers goes back to that, and notes what is lost by it. */
export const remember = (ledger: Ledger): (() => void) => {
  const { entries, byBankRef, tokens, commits, facts, used, lost } = ledger;
  const kept = [...entries.values()].map((entry) => ({ ...entry }));
  const keptTokens = [...tokens];
  const keptUsed = [...used];
  return () => {
    const known = new Set(kept.map(({ order }) => order.transactionId));
    for (const entry of entries.values()) {
      const { transactionId } = entry.order;
      if (!known.has(transactionId)) lost.payouts.set(bankRefOf(transactionId), entry);
    }
    for (const before of kept) {
      const { transactionId } = before.order;
      if ((entries.get(transactionId)?.submits ?? 0) > before.submits)
        lost.sends.add(transactionId);
    }
    entries.clear();
    byBankRef.clear();
    tokens.clear();
    used.clear();
    for (const digest of keptUsed) used.add(digest);
    for (const entry of kept) {
      entries.set(entry.order.transactionId, entry);
      byBankRef.set(bankRefOf(entry.order.transactionId), entry);
    }
    for (const [subject, token] of keptTokens) tokens.set(subject, token);
    commits.count += 1;
    facts.count += 1;
  };
};

const DEAD: ReadonlySet<string> = new Set(['failed', 'rejected', 'cancelled']);

export const isOver = ({ state }: LedgerEntry): boolean => DEAD.has(state);

const sameCorporate = (a: PayoutOrder, b: PayoutOrder): boolean =>
  a.tenant.corporateTenantId === b.tenant.corporateTenantId;

/** The payout that stands in the way of another with this reference. */
const holderOf = ({ entries }: Ledger, order: PayoutOrder): LedgerEntry | undefined => {
  for (const entry of entries.values()) {
    if (entry.order.reference !== order.reference || !sameCorporate(entry.order, order)) continue;
    // A row that found its reference taken blocks no other row, decided or not.
    if (!isOver(entry) && !entry.referenceTaken) return entry;
  }
  return undefined;
};

export const enter = (ledger: Ledger, order: PayoutOrder): void => {
  const entry: LedgerEntry = {
    order,
    referenceTaken: holderOf(ledger, order) !== undefined,
    state: 'queued',
    sequence: 0,
    sendClaims: 0,
    submits: 0,
    claimedAt: 0,
  };
  ledger.entries.set(order.transactionId, entry);
  ledger.byBankRef.set(bankRefOf(order.transactionId), entry);
};

export const entryOf = ({ entries }: Ledger, id: TransactionId): LedgerEntry => {
  const found = entries.get(id);
  if (found === undefined) throw new Error(`no payout ${id} was ever committed`);
  return found;
};

/** Where a payout is, by its bank reference. */
export const stateAt = ({ byBankRef }: Ledger, bankRef: string): StruckState | undefined =>
  byBankRef.get(bankRef)?.state;

/** How long after its claim a send counts as late. */
const LATE_MS = 4_000;

/**
 * Whether a send is one of those on which much depends: its worker slept after the claim, or the payout was
 * settled meanwhile. They are rare, so that more befalls them.
 */
export const isLateSend = ({ byBankRef }: Ledger, bankRef: string, now: EpochMs): boolean => {
  const entry = byBankRef.get(bankRef);
  if (entry === undefined) return false;
  return entry.state !== 'sent_to_bank' || now - entry.claimedAt > LATE_MS;
};

/** Where these payouts are, as far as they are known. */
export const statesOf = (
  { entries }: Ledger,
  ids: ReadonlyArray<TransactionId>,
): ReadonlyArray<StruckState> => ids.flatMap((id) => entries.get(id)?.state ?? []);
