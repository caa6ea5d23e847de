import test from 'ava';
import type { Actor } from '../../model/tenancy/user.js';
import { reachesShownTo } from './approver.js';

const person = (packageCode: string, ...permissions: ReadonlyArray<string>) =>
  ({
    user: { kind: 'human', approvalState: 'approved' },
    roles: [{ permissions, packageCodes: [packageCode], debitAccountIds: ['da-main'] }],
  }) as unknown as Actor;

const packagesShownTo = (own: Actor, ...principals: ReadonlyArray<Actor>) =>
  reachesShownTo({ ...own, principals })?.flatMap(({ packageCodes }) => [...packageCodes]);

test('a deputy is shown what they may look at, and of others what these decide on', (t) => {
  const own = person('VENDOR', 'reports.view');

  t.deepEqual(packagesShownTo(own), ['VENDOR']);
  t.deepEqual(packagesShownTo(own, person('SALARY', 'transaction.approve')), ['VENDOR', 'SALARY']);
  t.deepEqual(packagesShownTo(own, person('SALARY', 'reports.view')), ['VENDOR']);
});

test('who sees all payouts of the corporate is shown all', (t) => {
  t.is(packagesShownTo(person('VENDOR', 'transaction.approve', 'operations.view')), undefined);
});
