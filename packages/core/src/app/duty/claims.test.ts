import test from 'ava';
import type { SendMark } from '../../ports/send-mark.js';
import type { Storage } from '../../storage/storage.js';
import type { Claim, WorkStore } from '../../storage/work-store.js';
import { makeClaims, PutBack } from './claims.js';

const CLAIM: Claim = {
  duty: 'send-to-bank',
  now: 0,
  leaseMs: 1,
  limit: 1,
  lapsesTo: 'send-to-bank',
};

/** Claims where the send mark has this token, and the database has given out these, look by look. */
const claimBeside = (marked: number, ...given: ReadonlyArray<number>): Promise<unknown> => {
  const looks = [...given];
  const work = {
    lastToken: () => Promise.resolve(looks.shift() ?? 0),
    claim: () => Promise.resolve([]),
  } as unknown as WorkStore;
  const sendMark: SendMark = {
    read: () => Promise.resolve({ token: marked, at: 0 }),
    raise: () => Promise.resolve(),
  };
  return makeClaims({ storage: {} as Storage, clock: { now: () => 0 }, sendMark }).claim(
    work,
    CLAIM,
  );
};

test('nothing is claimed where the mark is beyond all tokens that the database has given out', async (t) => {
  await t.throwsAsync(claimBeside(7, 6, 6), { instanceOf: PutBack });
});

test('work is claimed where the database has given out the token of the mark', async (t) => {
  t.deepEqual(await claimBeside(7, 7), []);
});

test('a mark that another process raises while the database is asked is no restored backup', async (t) => {
  t.deepEqual(await claimBeside(7, 6, 7), []);
});
