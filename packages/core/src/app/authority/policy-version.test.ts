import test from 'ava';
import type { Tenant } from '../../kernel/values/tenant.js';
import type { ApprovalMatrix } from '../../model/approval/matrix/matrix.js';
import { versionEntries, versionOf } from './policy-version.js';

const ACME = { bankTenantId: 'bank', corporateTenantId: 'acme' } as Tenant;

const policy = (approvals: number) =>
  [
    {
      packageCodes: null,
      tiers: [{ upToAmount: null, levels: [{ roleCodes: ['checker'], approvals }] }],
    },
  ] as unknown as ApprovalMatrix;

const next = { approvalMatrix: policy(2), author: 'u-admin', at: 100 };

test('a version is the sequence of its entry, and comes back from it', (t) => {
  const [first] = versionEntries(ACME, { last: undefined, inForce: undefined }, next);
  const approval = { settingsChangeId: 'sc_1', approvedBy: 'u-head' };
  const before = { last: first, inForce: policy(2) };
  const [second] = versionEntries(ACME, before, { ...next, at: 50, approval });

  t.deepEqual(
    [first, second].map((entry) => entry && versionOf(entry)),
    [
      { version: 1, approvalMatrix: policy(2), author: 'u-admin', at: 100 },
      // Never before the version that it follows.
      { version: 2, approvalMatrix: policy(2), author: 'u-admin', at: 100, ...approval },
    ] as never,
  );
});

test('a policy from before there were versions is recorded as the first', (t) => {
  const entries = versionEntries(ACME, { last: undefined, inForce: policy(1) }, next);

  t.deepEqual(
    entries
      .map(versionOf)
      .map(({ version, author, approvalMatrix }) => [version, author, approvalMatrix]),
    [
      [1, 'provision', policy(1)],
      [2, 'u-admin', policy(2)],
    ] as never,
  );
  t.is(versionEntries(ACME, { last: undefined, inForce: policy(2) }, next).length, 1);
});
