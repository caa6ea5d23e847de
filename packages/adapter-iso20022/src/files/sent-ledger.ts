import { join } from 'node:path';
import type { BankReport, BankVerdict, SubmitAnswer } from '@hundi/core/rail';
import { knownUtrs, type KnownUtrs } from '../matching/known-utrs.js';
import type { SentMessage } from '../matching/sent-orders.js';
import type { Disk } from './disk.js';

/** A verdict about an order, as a file of the bank gave it, or its guide, which lets no message name the order. */
export type KeptVerdict = readonly [bankRef: string, verdict: BankVerdict];

/** A message that was decided to be sent, and the file that still has to be handed over, while it is there. */
export interface LedgerEntry extends SentMessage {
  readonly payload: string;
  /** What the guide refused of the same call. Absent in what was kept before refusals were. */
  readonly refused?: ReadonlyArray<KeptVerdict>;
}

const MESSAGE = /^M[0-9A-F]{32}\.json$/;
const VERDICTS = /^[0-9a-f]+\.verdicts\.json$/;

/** The messages that any process over this folder has decided to send, and the verdicts on them. Its files never change. */
export interface SentLedger {
  /** Reads what has been added since. Answers the names of all files of the folder. */
  readonly refresh: () => Promise<ReadonlyArray<string>>;
  /** What is known of an order that was sent or refused. */
  readonly answer: (bankRef: string) => SubmitAnswer | undefined;
  /**
   * The report. Of an order that the bank debited with its group and refused, the refusal and the credit say the same: the
   * one that comes later is the one that came first, again.
   */
  readonly asFirstSaid: (report: BankReport) => BankReport;
  readonly entry: (messageId: string) => LedgerEntry | undefined;
  readonly messages: () => ReadonlyArray<SentMessage>;
  readonly utrs: KnownUtrs;
}

/**
 * What verdicts say together, in whatever order their files are read; a refusal beside a payment is a contradiction. What
 * comes back of a group that was one debit, and was refused, was never paid.
 */
const together = (verdicts: ReadonlyArray<BankVerdict>, isOneDebit: boolean): SubmitAnswer => {
  const of = (kind: BankVerdict['kind']) => verdicts.find((one) => one.kind === kind);
  const [refused, paid] = [of('refused'), of('paid')];
  const executed = of('returned') ?? paid;
  if (isOneDebit && refused !== undefined && paid === undefined) return refused;
  if (refused !== undefined && executed !== undefined) return { kind: 'unknown' };
  return refused ?? executed ?? { kind: 'accepted' };
};

export const sentLedger = (disk: Disk, folder: string): SentLedger => {
  const read = new Set<string>();
  const entries = new Map<string, LedgerEntry>();
  const bankRefs = new Set<string>();
  const oneDebit = new Set<string>();
  const verdicts = new Map<string, BankVerdict[]>();
  const utrs = knownUtrs();

  const addVerdict = ([bankRef, verdict]: KeptVerdict): void => {
    const all = verdicts.get(bankRef) ?? [];
    verdicts.set(bankRef, [...all, verdict]);
    if (verdict.kind === 'paid') utrs.add(bankRef, verdict.utr);
  };
  const addEntry = (entry: LedgerEntry): void => {
    entries.set(entry.messageId, entry);
    entry.refused?.forEach(addVerdict);
    for (const { orders, isOneDebit } of entry.groups)
      for (const { bankRef } of orders) {
        bankRefs.add(bankRef);
        if (isOneDebit) oneDebit.add(bankRef);
      }
  };
  const add = async (name: string): Promise<void> => {
    const value: unknown = JSON.parse(await disk.text(join(folder, name)));
    if (MESSAGE.test(name)) addEntry(value as LedgerEntry);
    else (value as ReadonlyArray<KeptVerdict>).forEach(addVerdict);
  };
  return {
    refresh: async () => {
      const names = await disk.list(folder);
      for (const name of names) {
        if (read.has(name) || !(MESSAGE.test(name) || VERDICTS.test(name))) continue;
        await add(name);
        read.add(name);
      }
      return names;
    },
    answer: (bankRef) => {
      const said = verdicts.get(bankRef);
      return said === undefined && !bankRefs.has(bankRef)
        ? undefined
        : together(said ?? [], oneDebit.has(bankRef));
    },
    asFirstSaid: (report) => {
      const { bankRef, verdict } = report;
      const said = oneDebit.has(bankRef) ? (verdicts.get(bankRef) ?? []) : [];
      const of = (kind: BankVerdict['kind']) => said.find((one) => one.kind === kind);
      if (of('paid') !== undefined) return report;
      const [refused, returned] = [of('refused'), of('returned')];
      if (verdict.kind === 'returned' && refused !== undefined)
        return { ...report, verdict: refused };
      // Two processes may have kept one each at once: then it is the refusal to both.
      if (verdict.kind === 'refused' && refused === undefined && returned !== undefined)
        return { ...report, verdict: returned };
      return report;
    },
    entry: (messageId) => entries.get(messageId),
    messages: () => [...entries.values()],
    utrs,
  };
};
