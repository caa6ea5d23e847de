import type { Evidence } from './evidence.js';
import type { Invariant } from './invariant.js';
import type { Look } from '../people/readers.js';

const corporateOf = ({ simulation }: Evidence, { transactionId }: Look): string | undefined =>
  simulation.ledger.entries.get(transactionId)?.order.tenant.corporateTenantId;

const foreignIsAbsent: Invariant = {
  name: 'I32',
  promise:
    "another corporate's payout answers as an absent one; one's own is there from its 202 on",
  *broken(evidence) {
    for (const look of evidence.simulation.readers.looks) {
      const isOwn = corporateOf(evidence, look) === look.corporate;
      if (isOwn !== (look.seen !== undefined)) {
        yield `${look.corporate} ${isOwn ? 'misses its own' : 'sees the foreign'} ${look.transactionId}`;
      }
    }
  },
};

const hasNull = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' && Object.values(value).some((member) => hasNull(member)));

const MASKED = /^X{6}\d{4}$/;

const shape: Invariant = {
  name: 'I33',
  promise: 'an object has no null, keeps what it once showed, and masks what its package masks',
  *broken({ simulation }) {
    const before = new Map<string, Record<string, unknown>>();
    for (const { transactionId, seen } of simulation.readers.looks) {
      if (seen === undefined) continue;
      if (hasNull({ ...seen, jobId: '' })) yield `${transactionId} shows a null`;
      const shown = seen.beneficiary?.accountNumber;
      if (seen.packageCode === 'MASKED' && shown !== undefined && !MASKED.test(shown)) {
        yield `${transactionId} shows an account number`;
      }
      const first = before.get(transactionId) ?? {};
      const { utr, bankReference, amount, beneficiary, debitAccount } = seen;
      const kept = { ...first, utr, bankReference, amount, beneficiary, debitAccount };
      for (const [field, value] of Object.entries(first)) {
        const now = kept[field as keyof typeof kept];
        if (value !== undefined && JSON.stringify(value) !== JSON.stringify(now)) {
          yield `${transactionId} changed its ${field}`;
        }
      }
      before.set(transactionId, kept);
    }
  },
};

export const tenantInvariants: ReadonlyArray<Invariant> = [foreignIsAbsent, shape];
