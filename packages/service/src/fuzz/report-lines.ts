import { growthOf } from './growth.js';
import type { Findings } from './report.js';
import type { Repeated, Stall } from './stalls.js';

const SHOWN = 20;

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** A heading with a count, and under it each kind with its own. */
const counted = (heading: string, labels: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [
    `${heading}: ${String(labels.length)}`,
    ...[...counts].slice(0, SHOWN).map(([label, count]) => `  ${String(count)} × ${label}`),
  ];
};

const ms = (time: number): string => `${time.toFixed(0)} ms`;

const heldUp = (stall: Stall | Repeated): string =>
  'againMs' in stall
    ? `${ms(stall.heldUpMs)}, again ${ms(stall.againMs)} (a batch is parsed in ${ms(stall.parseMs)})`
    : ms(stall.heldUpMs);

/** The findings of a run, for people. */
export const linesOf = (findings: Findings): ReadonlyArray<string> => {
  const { requests, statuses, failed, hung, stalls, passingStalls, weights, isDead } = findings;
  const [first, last] = [weights[0], weights.at(-1)];
  const { grown, allowed } = growthOf(weights);
  const answers = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${String(status)} ${String(count)}`);
  return [
    `${String(requests)} requests: ${answers.join(', ')}`,
    ...(isDead ? ['the service died'] : []),
    ...counted('5xx', failed),
    ...counted('hangs', hung),
    ...counted(
      'stalls of a bystander',
      stalls.map((stall) => `${heldUp(stall)}: ${stall.during}`),
    ),
    `  and ${String(passingStalls)} that did not come again; longest wait ${findings.longestWaitMs.toFixed(0)} ms`,
    `live memory: ${mb(first?.heap ?? 0)} at first, ${mb(last?.heap ?? 0)} at last, ` +
      `grown by ${mb(grown)} of at most ${mb(allowed)}`,
    `resident memory: ${mb(first?.rss ?? 0)} at first, ${mb(last?.rss ?? 0)} at last`,
  ];
};
