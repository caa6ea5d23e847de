import test from 'ava';
import { E } from '../../kernel/fp.js';
import type { UserId } from '../../kernel/values/ids.js';
import { DAY } from '../../kernel/values/time.js';
import { anActor, NOW, TENANT } from '../../samples.test.data.js';
import type { FactorRule } from '../../model/tenancy/second-factor.js';
import type { Actor, Deputizing } from '../../model/tenancy/user.js';
import { decideDeputy } from './name-deputy.js';

const PRINCIPAL = 'u-principal' as UserId;
const DEPUTY = 'u-deputy' as UserId;

const person = (userId: UserId, deputyFor?: ReadonlyArray<Deputizing>) =>
  anActor([{ permissions: ['transaction.approve'] }], {
    userId,
    ...(deputyFor !== undefined && { deputyFor }),
  });

interface Given {
  readonly principal?: Actor;
  readonly deputy?: Actor;
  readonly rule?: FactorRule;
}

const decide = (
  asked: { readonly from?: number; readonly until?: number } = {},
  { principal = person(PRINCIPAL), deputy = person(DEPUTY), rule = 'none' }: Given = {},
) =>
  decideDeputy(
    {
      principal,
      rule,
      users: [principal.user, deputy.user],
    },
    { actorUserId: PRINCIPAL, deputyUserId: DEPUTY, until: NOW + DAY, ...asked },
    NOW,
    TENANT,
  );

test('a person names a deputy from now on, and the journal says until when', (t) => {
  const decided = decide();
  t.like(decided, {
    right: {
      changes: {
        entries: [
          {
            subjectId: `user_${PRINCIPAL}`,
            changes: { deputy: { userId: DEPUTY, from: NOW, until: NOW + DAY } },
          },
        ],
      },
      answer: { deputy: { userId: DEPUTY, from: NOW, until: NOW + DAY } },
    },
  });
});

for (const [fault, asked, pointer] of [
  ['for more than 90 days ahead', { until: NOW + 91 * DAY }, '/until'],
  ['that ends before it begins', { from: NOW + 2 * DAY }, '/until'],
] as const)
  test(`a time ${fault} is refused`, (t) => {
    t.like(decide(asked), { left: { issues: [{ pointer }] } });
  });

test('a person who has a deputy for that time is not named', (t) => {
  const principal = person(PRINCIPAL, [{ userId: DEPUTY, from: NOW, until: NOW + DAY }]);
  t.like(decide({}, { principal }), { left: { issues: [{ pointer: '/deputyUserId' }] } });
});

test('who approves nothing names no deputy', (t) => {
  const principal = anActor([], { userId: PRINCIPAL });
  t.deepEqual(decide({}, { principal }), E.left({ _tag: 'NotAnApprover' }));
});

test('where approvals need a second factor, naming a deputy needs one', (t) => {
  t.like(decide({}, { rule: 'any' }), { left: { _tag: 'SecondFactorNeeded' } });
});
