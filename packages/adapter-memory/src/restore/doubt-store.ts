import { timeOf, type EpochMs } from '@hundi/core';
import type { DoubtStore } from '@hundi/core/storage';
import type { Payouts } from '../payout/payout-queries.js';
import type { Unit } from '../engine/unit.js';

const LINE = 'line';

export const doubtTables = (payouts: Payouts): ((unit: Unit) => DoubtStore) => {
  const drawn = new Map<typeof LINE, EpochMs>();
  return (unit) => ({
    line: async () => drawn.get(LINE),
    draw: async (at) => {
      let line = Math.max(at, drawn.get(LINE) ?? at);
      for (const { order } of payouts.values()) line = Math.max(line, timeOf(order.transactionId));
      unit.set(drawn, LINE, line);
    },
  });
};
