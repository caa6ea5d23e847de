import test from 'ava';
import { approvalRule, hostedRule, type SecondFactorPolicy } from './second-factor.js';

const policy = (more: object) =>
  ({ login: 'none', approval: 'any', ...more }) as unknown as SecondFactorPolicy;

test('an approval needs what the policy says, above its amount where it has one', (t) => {
  t.is(
    approvalRule(undefined, () => 5),
    'none',
  );
  t.is(
    approvalRule(policy({ approval: 'none' }), () => 5),
    'none',
  );
  t.is(
    approvalRule(policy({}), () => 0),
    'any',
  );
  const above = policy({ approval: 'passkey', aboveAmount: 100 });
  t.deepEqual(
    [99, 100, 101].map((amount) => approvalRule(above, () => amount)),
    ['none', 'none', 'passkey'],
  );
});

test('a payout of the hosted page needs a factor where the policy says so, and above its amount where it has one', (t) => {
  t.is(hostedRule(undefined, 5), 'none');
  t.is(hostedRule(policy({}), 5), 'none');
  t.is(hostedRule(policy({ hosted: 'any' }), 0), 'any');
  const above = policy({ approval: 'none', hosted: 'passkey', aboveAmount: 100 });
  t.deepEqual(
    [99, 100, 101].map((amount) => hostedRule(above, amount)),
    ['none', 'none', 'passkey'],
  );
});
