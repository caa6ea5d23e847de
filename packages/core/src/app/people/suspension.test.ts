import test from 'ava';
import type { ApiKey } from '../../model/access/key/api-key.js';
import type { RecordChanges } from '../writer/changes.js';
import type { JournalEntry } from '../../model/journal/entry/entry.js';
import type { UserId } from '../../kernel/values/ids.js';
import { anActor, NOW, TENANT } from '../../samples.test.data.js';
import { reinstating, suspended, suspending } from './suspension.js';

const BY = { by: 'u-admin' as UserId, at: NOW };
const { user } = anActor();
const key = (overrides: Partial<ApiKey> = {}) =>
  ({ ...TENANT, keyId: 'k-1', expiresAt: NOW + 1, ...overrides }) as ApiKey;

const said = ({ entries = [] }: RecordChanges) =>
  entries.map(({ subjectId, to }) => `${subjectId} ${to}`);

for (const [what, keys, then] of [
  ['a key that opens is suspended', [key()], ['k-1 suspended']],
  ['a key that is over stays as it is', [key({ expiresAt: NOW })], []],
  ['a key that is revoked stays as it is', [key({ revokedAt: NOW })], []],
] as const)
  test(`with a user who is suspended, ${what}`, (t) => {
    const changes = suspending(TENANT, user, { sessions: [], keys }, BY);
    t.deepEqual(said(changes), ['user_u-maker suspended', ...then]);
  });

test('a user who is suspended already is suspended since the first time, and nothing changes', (t) => {
  const since = suspended(user, { ...BY, at: NOW - 1 });
  t.is(suspended(since, BY).suspended?.at, NOW - 1);
  t.deepEqual(suspending(TENANT, since, { sessions: [], keys: [key()] }, BY), {});
});

const from = (state: string) => ({ from: state }) as JournalEntry;

for (const [what, one, last, then] of [
  ['a key opens again', {}, from('active'), ['k-1 active']],
  ['a key that was being replaced is being replaced again', {}, from('retiring'), ['k-1 retiring']],
  ['a key that is over meanwhile stays suspended', { expiresAt: NOW }, from('active'), []],
] as const)
  test(`with a user who is reinstated, ${what}`, (t) => {
    const keys = [{ key: key({ suspendedAt: NOW - 1, ...one }), last }];
    const changes = reinstating(TENANT, suspended(user, BY), keys, BY);
    t.deepEqual(said(changes), ['user_u-maker active', ...then]);
  });

test('reinstating a user who is not suspended changes nothing', (t) => {
  t.deepEqual(reinstating(TENANT, user, [], BY), {});
});
