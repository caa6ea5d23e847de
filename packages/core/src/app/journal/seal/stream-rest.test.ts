import test from 'ava';
import { streamRest } from './stream-rest.js';

const NOW = 1_000_000;

const accepted = (count: number) =>
  Array.from({ length: count }, () => ({ subjectKind: 'job', sequence: 1 }) as const);

/** A run that seals these entries and ends at `NOW`. */
const afterRun = (
  ...portions: ReadonlyArray<Parameters<ReturnType<typeof streamRest>['count']>[0]>
) => {
  const rest = streamRest();
  for (const portion of portions) rest.count(portion);
  rest.begin(NOW);
  return rest;
};

test('sealing rests for 400 ms after a run that met a stream of small payments', (t) => {
  const rest = afterRun(accepted(32));

  t.is(rest.until(NOW), NOW + 400);
  t.is(rest.until(NOW + 399), NOW + 400);
  t.is(rest.until(NOW + 400), undefined);
});

test('the jobs of all portions of a run count together', (t) => {
  t.is(afterRun(accepted(16), accepted(16)).until(NOW), NOW + 400);
});

test('a few payments are sealed without a rest', (t) => {
  t.is(afterRun(accepted(31)).until(NOW), undefined);
});

test('a large batch is one job, and is sealed without a rest', (t) => {
  const payouts = Array.from(
    { length: 2_000 },
    () => ({ subjectKind: 'payout', sequence: 1 }) as const,
  );
  const laterOfJobs = accepted(40).map((entry) => ({ ...entry, sequence: 2 }));

  t.is(afterRun(accepted(1), payouts, laterOfJobs).until(NOW), undefined);
});

test('a run without a stream ends the rest of the one before it', (t) => {
  const rest = afterRun(accepted(32));
  rest.begin(NOW + 100);

  t.is(rest.until(NOW + 100), undefined);
});

test('a clock that is set back does not prolong a rest', (t) => {
  t.is(afterRun(accepted(32)).until(NOW - 3_600_000), undefined);
});
