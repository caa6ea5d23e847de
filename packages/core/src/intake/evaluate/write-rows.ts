import { prefetch } from '../../kernel/flow/prefetch.js';
import type { Tenant } from '../../kernel/values/tenant.js';
import { awaitAll } from '../../kernel/flow/await-all.js';
import type { Via } from '../../kernel/values/via.js';
import type { Pacer } from '../../ports/pacer.js';
import type { Stores } from '../../storage/storage.js';
import { concludeRows, type Evaluation } from '../rules/evaluate-batch.js';
import type { JudgedRow } from '../rules/group-rules.js';
import type { JournalEntry } from '../../journal/entry/entry.js';
import type { RowFacts } from '../rules/row-facts.js';

const ROWS_A_WRITE = 2_000;

/**
 * Writes what became of judged rows: decisions, journal, and the work that follows.
 *
 * @param via of payouts without a job, which say for themselves by which key they came
 */
export const writeRows = async (
  stores: Stores,
  tenant: Tenant,
  rows: ReadonlyArray<JudgedRow>,
  facts: RowFacts,
  pacer: Pacer,
  via?: Via,
): Promise<void> => {
  const write = ({ decisions, entries, work }: Evaluation): Promise<void> =>
    awaitAll([
      stores.payouts.decide(tenant, decisions),
      stores.journal.append(via === undefined ? entries : entries.map(cameBy(via))),
      stores.work.add(work),
    ]);
  const starts = Array.from(
    { length: Math.ceil(rows.length / ROWS_A_WRITE) },
    (_, chunk) => chunk * ROWS_A_WRITE,
  );
  // The next rows are concluded and handed over while these are being written.
  const written = prefetch(starts, async (from) => {
    if (starts.length > 1) await pacer.breathe();
    await write(concludeRows(rows.slice(from, from + ROWS_A_WRITE), facts));
  });
  for await (const _ of written);
};

const cameBy =
  (via: Via) =>
  (entry: JournalEntry): JournalEntry =>
    entry.sequence === 1 ? { via, ...entry } : entry;
