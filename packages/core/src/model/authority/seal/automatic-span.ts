import * as t from 'io-ts';
import { record } from '../../../kernel/codecs/record.js';
import { PackageCode } from '../../../kernel/values/ids.js';
import { MINUTE, type EpochMs } from '../../../kernel/values/time.js';

/** From when until when documents let a package approve by itself what its policy asks no approval for. Epoch ms. */
export const AutomaticSpan = record(
  'AutomaticSpan',
  { packageCode: PackageCode, from: t.number },
  { until: t.number },
);
export type AutomaticSpan = t.TypeOf<typeof AutomaticSpan>;

/** How far apart the clocks of two processes may be. */
export const CLOCKS_APART = 5 * MINUTE;

/**
 * The spans once a document was taken at a moment: `automatic` says of each package whether it approves by itself from now
 * on. A package that is not named keeps its span. Without spans before, what is automatic now counts as always having been.
 */
export const spansAfter = (
  before: ReadonlyArray<AutomaticSpan> | undefined,
  automatic: ReadonlyMap<PackageCode, boolean>,
  at: EpochMs,
): AutomaticSpan[] => {
  const kept = (before ?? []).map((span) =>
    span.until === undefined && automatic.get(span.packageCode) === false
      ? { ...span, until: at }
      : span,
  );
  const open = new Set(
    kept.flatMap(({ packageCode, until }) => (until === undefined ? [packageCode] : [])),
  );
  const opened = [...automatic].flatMap(([packageCode, isAutomatic]) =>
    isAutomatic && !open.has(packageCode)
      ? [{ packageCode, from: before === undefined ? 0 : at }]
      : [],
  );
  return [...kept, ...opened];
};

/** Whether a package approved by itself at a moment, clocks apart. */
export const wasAutomatic = (
  spans: ReadonlyArray<AutomaticSpan>,
  code: PackageCode,
  at: EpochMs,
): boolean =>
  spans.some(
    ({ packageCode, from, until = Infinity }) =>
      packageCode === code && from <= at + CLOCKS_APART && at <= until + CLOCKS_APART,
  );
