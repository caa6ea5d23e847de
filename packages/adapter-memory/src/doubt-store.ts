import type { DoubtStore, EpochMs } from '@hundi/core';
import type { Unit } from './unit.js';

const LINE = 'line';

export const doubtTables = (): ((unit: Unit) => DoubtStore) => {
  const drawn = new Map<typeof LINE, EpochMs>();
  return (unit) => ({
    line: async () => drawn.get(LINE),
    draw: async (at) => {
      unit.set(drawn, LINE, Math.max(at, drawn.get(LINE) ?? at));
    },
  });
};
