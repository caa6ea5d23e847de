import type { CursorPage, Hundi, Tenant } from '@hundi/core';
import type { ReportTransaction } from '@hundi/core/wire';
import { expectRight, type Stage } from './stage.js';

/** A request as a scenario writes it: by acme's maker, fifty a page, unless it says otherwise. */
export interface ReportInput extends Partial<Parameters<Hundi['listTransactions']>[1]> {
  readonly tenant?: Tenant;
}

export const askReport = (
  { engine, tenant: acme }: Stage,
  { tenant = acme, ...members }: ReportInput = {},
): ReturnType<Hundi['listTransactions']> =>
  engine.listTransactions(tenant, {
    initiatedByUserId: 'u-maker',
    limit: 50,
    ...members,
  });

/** One page of a report that is not refused. */
export const readReport = async (
  stage: Stage,
  input: ReportInput = {},
): Promise<CursorPage<ReportTransaction>> => expectRight(await askReport(stage, input));

/** The ids that one page shows. */
export const idsIn = async (
  stage: Stage,
  input: ReportInput = {},
): Promise<ReadonlyArray<string>> =>
  (await readReport(stage, input)).items.map(({ transactionId }) => transactionId);
