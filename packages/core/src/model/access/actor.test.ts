import test from 'ava';
import { anActor } from '../../samples.test.data.js';
import { actorRef, may, reachOf } from './actor.js';

const twoMakers = anActor([
  { permissions: ['transaction.make'], packageCodes: ['A', 'B'], debitAccountIds: ['da-1'] },
  { permissions: ['transaction.make'], packageCodes: ['B', 'C'], debitAccountIds: ['da-2'] },
  { permissions: ['transaction.approve'], packageCodes: ['D'], debitAccountIds: ['da-3'] },
]);

test('an actor reaches the union of what their roles with the permission reach, and no more', (t) => {
  const made = reachOf(twoMakers, 'transaction.make');
  const approved = reachOf(twoMakers, 'transaction.approve');

  t.deepEqual([...made.packageCodes] as string[], ['A', 'B', 'C']);
  t.deepEqual([...made.debitAccountIds] as string[], ['da-1', 'da-2']);
  t.deepEqual([...approved.packageCodes] as string[], ['D']);
  t.is(reachOf(twoMakers, 'beneficiary.make').packageCodes.size, 0);
});

test('a permission is held by any role that has it', (t) => {
  t.true(may(twoMakers, 'transaction.make'));
  t.true(may(twoMakers, 'transaction.approve'));
  t.false(may(twoMakers, 'settings.edit'));
});

for (const approvalState of ['pending_approval', 'rejected'] as const) {
  test(`a user who is ${approvalState} has no permission and reaches nothing`, (t) => {
    const actor = anActor([{}], { approvalState });

    t.false(may(actor, 'transaction.make'));
    t.is(reachOf(actor, 'transaction.make').packageCodes.size, 0);
    t.is(reachOf(actor, 'transaction.make').debitAccountIds.size, 0);
  });
}

test('a user without roles has no permission', (t) => {
  t.false(may(anActor([]), 'transaction.make'));
});

test('an actor is named in the role that let them act', (t) => {
  t.deepEqual(actorRef(twoMakers, 'transaction.approve'), {
    userId: 'u-maker',
    username: 'maker',
    role: 'role-2',
  });
});
