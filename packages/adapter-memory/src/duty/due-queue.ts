import type { EpochMs, Tenant } from '@hundi/core';
import type { Work } from '@hundi/core/storage';

/** When a subject fell due, whether or not it still does. */
export interface Due {
  readonly runAt: EpochMs;
  readonly subject: string;
  readonly tenant: Tenant;
}

const isBefore = (a: Due, b: Due): boolean =>
  a.runAt === b.runAt ? a.subject < b.subject : a.runAt < b.runAt;

/**
 * A binary heap of due moments. Work that moves leaves its old moment behind: a reader that takes one out compares
 * it with the work, so moving costs one push and nothing has to be searched for.
 */
export interface DueQueue {
  readonly push: (due: Due) => void;
  readonly peek: () => Due | undefined;
  readonly pop: () => Due | undefined;
}

export const dueQueue = (): DueQueue => {
  const heap: Due[] = [];
  const at = (i: number): Due => heap[i] as Due;
  const swap = (i: number, j: number): void => {
    [heap[i], heap[j]] = [at(j), at(i)];
  };

  const sink = (from: number): void => {
    for (let i = from; ;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < heap.length && isBefore(at(child), at(least))) least = child;
      }
      if (least === i) return;
      swap(i, least);
      i = least;
    }
  };

  return {
    peek: () => heap[0],
    push: (due) => {
      heap.push(due);
      for (let i = heap.length - 1; i > 0;) {
        const parent = (i - 1) >> 1;
        if (!isBefore(at(i), at(parent))) return;
        swap(i, parent);
        i = parent;
      }
    },
    pop: () => {
      const first = heap[0];
      const last = heap.pop();
      if (last !== undefined && heap.length > 0) {
        heap[0] = last;
        sink(0);
      }
      return first;
    },
  };
};

/** Whether `due` is where the work is now, and not a moment that it has left behind. */
export const isCurrent = (due: Due, duty: Work['duty'], work: Work | undefined): work is Work =>
  work?.duty === duty && work.runAt === due.runAt;
