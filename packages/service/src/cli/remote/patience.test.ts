import test from 'ava';
import { E } from '@hundi/core';
import type { Called } from './call.js';
import { callPatiently, retryAfterMs } from './patience.js';

const NOW = Date.UTC(2030, 0, 15, 12);

const answered = (status: number, retryAfter?: string): Called =>
  E.right({
    status,
    headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    body: undefined,
  });

const AWAY: Called = E.left({ reason: 'ECONNREFUSED' });

const run = async (answers: ReadonlyArray<Called>, tries = 5) => {
  const waits: number[] = [];
  let calls = 0;
  const last = await callPatiently(async () => answers[calls++] ?? AWAY, {
    tries,
    wait: async (ms) => {
      waits.push(ms);
    },
    stop: new AbortController().signal,
  });
  return { last, waits, calls };
};

test('an answer is the end, also where it refuses', async (t) => {
  t.like(await run([answered(404)]), { calls: 1, waits: [] });
});

test('while no answer comes it waits twice as long each time, and gives up after its tries', async (t) => {
  t.like(await run([AWAY, AWAY, AWAY], 3), { calls: 3, waits: [250, 500], last: AWAY });
});

test('an answer without an end is asked for once', async (t) => {
  const endless: Called = E.left({ reason: 'the answer is larger than 64 MiB', isFinal: true });
  t.like(await run([endless]), { calls: 1, waits: [], last: endless });
});

test('a busy service is asked no sooner than it says', async (t) => {
  t.like(await run([answered(429, '2'), answered(503, '0'), answered(200)]), {
    calls: 3,
    waits: [2_000, 500],
    last: answered(200),
  });
});

test('the wait is read as seconds or as a date, and is at most a minute', (t) => {
  const of = (text: string) => retryAfterMs(new Headers({ 'retry-after': text }), NOW);

  t.is(of('3'), 3_000);
  t.is(of(new Date(NOW + 5_000).toUTCString()), 5_000);
  t.is(of(new Date(NOW - 5_000).toUTCString()), 0);
  t.is(of('86400'), 60_000);
  t.is(of('soon'), undefined);
  t.is(retryAfterMs(new Headers(), NOW), undefined);
});
