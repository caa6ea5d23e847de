import { FAULT_KINDS, STRUCK_STATES, whyImpossible, type Cell } from '@hundi/testkit/simulator';

const WIDTH = 10;

const heads = STRUCK_STATES.map((state) => state.slice(0, WIDTH - 1).padStart(WIDTH)).join('');

/** How often each fault struck in each state; `-` where nothing strikes, or hardly anything. */
export const coverageTable = (struck: ReadonlyMap<Cell, number>): string => {
  const rows = FAULT_KINDS.map((fault) => {
    const cells = STRUCK_STATES.map((state) => {
      const count = struck.get(`${fault}/${state}`);
      const shown = count ?? (whyImpossible(fault, state) === undefined ? 0 : '-');
      return String(shown).padStart(WIDTH);
    });
    return fault.padEnd(22) + cells.join('');
  });
  const reasons = new Set(
    FAULT_KINDS.flatMap((fault) =>
      STRUCK_STATES.flatMap((state) => whyImpossible(fault, state) ?? []),
    ),
  );
  return [
    ''.padEnd(22) + heads,
    ...rows,
    ...[...reasons].map((why) => `- not to be reached: ${why}`),
  ].join('\n');
};
