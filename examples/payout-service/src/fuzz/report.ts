import type { Bystander, Wait } from './bystander.js';
import { growthOf, type Weight } from './growth.js';
import type { Memory } from './victim.js';

/** A request that is over. Epoch ms, with fractions. */
export interface Sent {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly statuses: ReadonlyArray<number>;
  readonly hung: boolean;
}

/** A stall, and the requests that were sent meanwhile. */
interface Stall extends Wait {
  readonly during: string;
}

/** What a run has found. */
export interface Findings {
  readonly requests: number;
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Labels of the requests that were answered with 500 or more. */
  readonly failed: ReadonlyArray<string>;
  readonly hung: ReadonlyArray<string>;
  readonly stalls: ReadonlyArray<Stall>;
  readonly longestWaitMs: number;
  readonly weights: ReadonlyArray<Weight>;
  readonly isDead: boolean;
}

export interface Report {
  readonly sent: (request: Sent) => void;
  /** Between these moments several requests were sent at once. */
  readonly crowded: (from: number, to: number) => void;
  readonly weighed: (requests: number, memory: Memory) => void;
  readonly died: () => void;
  readonly findings: () => Findings;
}

/** How long a bystander may be held up by one request, and by several at once. */
const STALL_MS = 50;
const STALL_CROWDED_MS = 100;

/** A request can hold up a bystander after its answer, too. */
const AFTER_MS = 200;

const RECENT_MAX = 100;
const BLAMED_MAX = 3;

export const newReport = (bystander: Pick<Bystander, 'waits'>): Report => {
  const statuses = new Map<number, number>();
  const failed: string[] = [];
  const hung: string[] = [];
  const crowds: (readonly [from: number, to: number])[] = [];
  const weights: Weight[] = [];
  const recent: Sent[] = [];
  const waits: Stall[] = [];
  let requests = 0;
  let isDead = false;

  const isCrowded = ({ from, to }: Wait): boolean =>
    crowds.some(([start, end]) => start < to && from < end);
  const isStall = (wait: Wait): boolean =>
    !wait.well || wait.heldUpMs > (isCrowded(wait) ? STALL_CROWDED_MS : STALL_MS);
  const blame = (): void => {
    for (const wait of bystander.waits.slice(waits.length)) {
      const during = recent.filter(({ from, to }) => from < wait.to && wait.from < to + AFTER_MS);
      const labels = during.map(({ label }) => label).slice(-BLAMED_MAX);
      waits.push({ ...wait, during: labels.join(' | ') });
    }
  };

  return {
    sent: (request) => {
      requests += 1;
      recent.push(request);
      if (recent.length > RECENT_MAX) recent.shift();
      blame();
      for (const status of request.statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) failed.push(`${String(status)} ${request.label}`);
      }
      if (request.hung) hung.push(request.label);
    },
    crowded: (from, to) => crowds.push([from, to]),
    weighed: (count, memory) => weights.push({ requests: count, ...memory }),
    died: () => {
      isDead = true;
    },
    findings: () => {
      blame();
      const longestWaitMs = Math.max(0, ...waits.map(({ heldUpMs }) => heldUpMs));
      const stalls = waits.filter(isStall);
      return { requests, statuses, failed, hung, stalls, longestWaitMs, weights, isDead };
    },
  };
};

/** True when nothing was found that should not be. */
export const isClean = ({ failed, hung, stalls, weights, isDead }: Findings): boolean => {
  const { grown, allowed } = growthOf(weights);
  return (
    !isDead && failed.length === 0 && hung.length === 0 && stalls.length === 0 && grown <= allowed
  );
};
