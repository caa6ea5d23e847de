import { mapInTurns } from '../../../kernel/flow/map-in-turns.js';
import type { IntakeRow } from '../../../model/payout/payout.js';
import type { Pacer } from '../../../ports/pacer.js';
import type { JudgedRow } from '../../../model/payout/judged-row.js';
import type { RowFacts } from '../rules/row-facts.js';
import { judgeRow } from '../rules/row-rules.js';

/** Judges each row by itself, sharing the thread. */
export const judgeRows = (
  rows: ReadonlyArray<IntakeRow>,
  facts: RowFacts,
  pacer: Pick<Pacer, 'breathe'>,
): Promise<ReadonlyArray<JudgedRow>> =>
  mapInTurns(rows, pacer, (payout) => ({ payout, result: judgeRow(payout, facts) }));
