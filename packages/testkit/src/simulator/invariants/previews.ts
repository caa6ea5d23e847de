import type { BatchPreview } from '@hundi/core/wire';
import { totalsOf } from '../people/batches.js';
import { isAsPreviewed } from '../people/previews.js';
import type { Request } from '../people/requests.js';
import type { LedgerEntry } from '../world/ledger.js';
import type { Invariant } from './invariant.js';

const acceptedAs = ({ replies }: Request): string | undefined => {
  for (const reply of replies) if (reply.kind === 'accepted') return reply.body;
  return undefined;
};

const totals: Invariant = {
  name: 'I42',
  promise: 'a batch whose control totals do not fit its rows is never accepted',
  *broken({ simulation }) {
    for (const request of simulation.clients.requests) {
      const { key, body } = request;
      const { controlTotals } = body;
      if (controlTotals === undefined || acceptedAs(request) === undefined) continue;
      const { count, amount } = totalsOf(body);
      if (controlTotals.count !== count || controlTotals.amount !== amount)
        yield `${key} was accepted with other totals than its own`;
    }
  },
};

const refusedWhole: Invariant = {
  name: 'I42',
  promise: 'of a batch that was refused nothing is stored',
  *broken({ simulation, kept }) {
    const { clients, world } = simulation;
    // The replies from after a backup are forgotten when it is restored.
    if (world.climate.faults.has('restored_backup')) return;
    for (const { tenant, key } of kept) {
      const own = clients.requests.filter(
        (one) => one.key === key && one.tenant.corporateTenantId === tenant.corporateTenantId,
      );
      const isRefused = own.every(
        ({ open, replies }) =>
          open === 0 && replies.length > 0 && replies.every(({ kind }) => kind === 'refused'),
      );
      if (isRefused) yield `${key} was refused, and is stored`;
    }
  },
};

type Verdict = BatchPreview['records'][number];

const verdictFault = (
  { verdict, facts }: LedgerEntry,
  { outcome, rejectionCode, levelsRequired }: Verdict,
): string | undefined => {
  // What happened after the acceptance is judged by intake.
  if (verdict?.facts === undefined || verdict.facts !== facts) return undefined;
  if (verdict.outcome === 'cancelled' || verdict.code === 'internal_error') return undefined;
  const isSame =
    verdict.outcome === outcome &&
    (verdict.code ?? null) === rejectionCode &&
    (outcome === 'rejected' || verdict.levels === levelsRequired);
  return isSame
    ? undefined
    : `was ${outcome} (${String(rejectionCode)}), is ${verdict.outcome} (${String(verdict.code)})`;
};

const asPreviewed: Invariant = {
  name: 'I42',
  promise: 'a previewed batch is accepted as it was previewed, by the same key, with its verdicts',
  *broken({ simulation }) {
    const { clients, ledger } = simulation;
    for (const request of clients.requests) {
      const body = acceptedAs(request);
      if (request.posting === undefined || body === undefined) continue;
      const { key, posting } = request;
      if (!isAsPreviewed(posting)) yield `${key} was accepted with the token of something else`;
      const { transactions } = JSON.parse(body) as {
        readonly transactions: ReadonlyArray<{ readonly transactionId: string }>;
      };
      for (const [i, { transactionId }] of transactions.entries()) {
        const entry = ledger.entries.get(transactionId);
        const record = posting.preview.records[i];
        if (entry === undefined || record === undefined) continue;
        const fault = verdictFault(entry, record);
        if (fault !== undefined) yield `row ${String(i)} of ${key} ${fault}`;
      }
    }
  },
};

export const previewInvariants: ReadonlyArray<Invariant> = [totals, refusedWhole, asPreviewed];
