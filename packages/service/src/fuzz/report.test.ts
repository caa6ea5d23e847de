import test from 'ava';
import type { Wait } from './bystander.js';
import { linesOf } from './report-lines.js';
import { isClean, newReport, type Report } from './report.js';

const MB = 2 ** 20;

const clean = (report: Report): boolean => isClean(report.findings());

const request = (statuses: ReadonlyArray<number>, hung = false) => ({
  index: 7,
  label: 'GET /x',
  from: 1_000,
  to: 1_010,
  statuses,
  hung,
});

const wait = (heldUpMs: number, well = true): Wait => ({ from: 1_000, to: 1_200, heldUpMs, well });

test('a run of answers below 500 is clean', (t) => {
  const report = newReport({ waits: [] });
  for (const status of [100, 200, 400, 499]) report.sent(request([status]));
  t.true(clean(report));
});

test('one answer of 500 or more, one hang or the death of the service is a fault', (t) => {
  const failed = newReport({ waits: [] });
  failed.sent(request([200, 503]));
  const hung = newReport({ waits: [] });
  hung.sent(request([], true));
  const dead = newReport({ waits: [] });
  dead.died();

  t.deepEqual(
    [failed, hung, dead].map((report) => clean(report)),
    [false, false, false],
  );
  t.true(linesOf(failed.findings()).includes('  1 × 503 GET /x'));
});

test('an unrelated request may be delayed by 50 ms, and by 100 ms if several requests come at once', (t) => {
  t.true(clean(newReport({ waits: [wait(50)] })));
  t.false(clean(newReport({ waits: [wait(51)] })));
  const crowded = newReport({ waits: [wait(100)] });
  crowded.stalls.crowded(900, 1_100);
  t.true(clean(crowded));
  const held = newReport({ waits: [wait(101)] });
  held.stalls.crowded(900, 1_100);
  t.false(clean(held));
});

test('a stall counts if it repeats when its suspects are sent again', (t) => {
  const again = (againMs: number, parseMs = 20) => {
    const report = newReport({ waits: [wait(80)] });
    report.sent(request([400]));
    for (const stall of report.stalls.fresh(1)) {
      t.deepEqual(stall.suspects, [7]);
      report.stalls.repeated({ ...stall, againMs, parseMs });
    }
    return clean(report);
  };
  t.false(again(51));
  t.true(again(50));

  // A slow machine is one that parses slowly, too.
  t.true(again(90, 60));
  t.false(again(91, 60));
});

test('a stall that is not looked at again counts', (t) => {
  const report = newReport({ waits: [wait(80), wait(90)] });
  for (const stall of report.stalls.fresh(1)) {
    report.stalls.repeated({ ...stall, againMs: 0, parseMs: 20 });
  }
  t.deepEqual(
    report.findings().stalls.map(({ heldUpMs }) => heldUpMs),
    [90],
  );
  t.deepEqual(report.stalls.fresh(0), []);
  t.is(report.stalls.fresh(1).length, 1);
});

test('any failed health check of the service is a fault', (t) => {
  t.false(clean(newReport({ waits: [wait(0, false)] })));
});

test('a stall names the requests that were sent meanwhile', (t) => {
  const report = newReport({ waits: [wait(80)] });
  report.sent(request([400]));
  t.true(linesOf(report.findings()).some((line) => line.includes('80 ms: GET /x')));
});

test('memory that grows with every request is a fault, and memory that settles is none', (t) => {
  const weigh = (heapAt: (index: number) => number) => {
    const report = newReport({ waits: [] });
    for (let i = 0; i < 20; i += 1) {
      report.weighed(i * 10_000, { heap: heapAt(i), rss: 0 });
    }
    return clean(report);
  };
  t.true(weigh((i) => 40 * MB + Math.min(i, 4) * MB));
  t.false(weigh((i) => 40 * MB + i * 1.3 * 10_000 * 1_024));
});
