import type { Day, EpochMs } from '@hundi/core';
import type { PayoutCheckoutStore } from '@hundi/core/storage';
import { keyOf } from '../engine/key-of.js';
import type { Unit } from '../engine/unit.js';

interface Failures {
  readonly day: Day;
  readonly count: number;
}

interface Span {
  readonly since: EpochMs;
  readonly codes: number;
}

type Limits = Pick<
  PayoutCheckoutStore,
  'countFailure' | 'failures' | 'forgiveFailure' | 'countCode' | 'forgiveCode'
>;

/** How often makers typed wrong codes, and how many codes they were mailed. */
export const makerLimits = (): ((unit: Unit) => Limits) => {
  const failed = new Map<string, Failures>();
  const spans = new Map<string, Span>();

  return (unit) => ({
    countFailure: async (tenant, userId, day, max) => {
      const key = keyOf(tenant, userId);
      const before = failed.get(key);
      const same = before !== undefined && before.day >= day ? before : { day, count: 0 };
      if (same.count >= max) return false;
      unit.set(failed, key, { ...same, count: same.count + 1 });
      return true;
    },
    failures: async (tenant, userId, day) => {
      const found = failed.get(keyOf(tenant, userId));
      return found !== undefined && found.day >= day ? found.count : 0;
    },
    forgiveFailure: async (tenant, userId) => {
      const key = keyOf(tenant, userId);
      const found = failed.get(key);
      if (found === undefined || found.count === 0) return;
      unit.set(failed, key, { ...found, count: found.count - 1 });
    },
    countCode: async (tenant, userId, at, { max, span }) => {
      const key = keyOf(tenant, userId);
      const before = spans.get(key);
      const now =
        before !== undefined && before.since > at - span ? before : { since: at, codes: 0 };
      if (now.codes >= max) return false;
      unit.set(spans, key, { ...now, codes: now.codes + 1 });
      return true;
    },
    forgiveCode: async (tenant, userId) => {
      const key = keyOf(tenant, userId);
      const found = spans.get(key);
      if (found === undefined || found.codes === 0) return;
      unit.set(spans, key, { ...found, codes: found.codes - 1 });
    },
  });
};
