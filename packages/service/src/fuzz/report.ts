import type { Bystander } from './bystander.js';
import { growthOf, type Weight } from './growth.js';
import { stallsOf, type Repeated, type Stall, type Stalls } from './stalls.js';
import type { Memory } from './victim.js';

/** A request that is over. Epoch ms, with fractions. */
export interface Sent {
  /** Which of the run's requests it was. */
  readonly index: number;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly statuses: ReadonlyArray<number>;
  readonly hung: boolean;
}

/** The findings of a run. */
export interface Findings {
  readonly requests: number;
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Labels of the requests that were answered with 500 or more. */
  readonly failed: ReadonlyArray<string>;
  readonly hung: ReadonlyArray<string>;
  readonly stalls: ReadonlyArray<Stall | Repeated>;
  readonly passingStalls: number;
  readonly longestWaitMs: number;
  readonly weights: ReadonlyArray<Weight>;
  readonly isDead: boolean;
}

export interface Report {
  readonly sent: (request: Sent) => void;
  readonly stalls: Stalls;
  readonly weighed: (requests: number, memory: Memory) => void;
  readonly died: () => void;
  readonly findings: () => Findings;
}

export const newReport = (bystander: Pick<Bystander, 'waits'>): Report => {
  const statuses = new Map<number, number>();
  const failed: string[] = [];
  const hung: string[] = [];
  const weights: Weight[] = [];
  const stalls = stallsOf(bystander);
  let requests = 0;
  let isDead = false;

  return {
    stalls,
    sent: (request) => {
      requests += 1;
      stalls.sent(request);
      for (const status of request.statuses) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) failed.push(`${String(status)} ${request.label}`);
      }
      if (request.hung) hung.push(request.label);
    },
    weighed: (count, memory) => weights.push({ requests: count, ...memory }),
    died: () => {
      isDead = true;
    },
    findings: () => ({
      requests,
      statuses,
      failed,
      hung,
      weights,
      isDead,
      stalls: stalls.counted(),
      passingStalls: stalls.passing(),
      longestWaitMs: Math.max(0, ...bystander.waits.map(({ heldUpMs }) => heldUpMs)),
    }),
  };
};

/** True when nothing was found that should not be. */
export const isClean = ({ failed, hung, stalls, weights, isDead }: Findings): boolean => {
  const { grown, allowed } = growthOf(weights);
  return (
    !isDead && failed.length === 0 && hung.length === 0 && stalls.length === 0 && grown <= allowed
  );
};
