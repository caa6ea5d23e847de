import test from 'ava';
import { BRIEF_ROWS } from '../../storage/storage.js';
import { ordersACommit } from './orders-a-commit.js';

test('beside a call of a second and more, commits are small', (t) => {
  t.is(ordersACommit(999, 1), 1_000);
  t.is(ordersACommit(1_000, 1), BRIEF_ROWS);
  t.is(ordersACommit(1_000, 1_000), BRIEF_ROWS);
});

test('a call of many thousand orders may take a second for each thousand before it is slow', (t) => {
  t.is(ordersACommit(19_999, 20_000), 1_000);
  t.is(ordersACommit(20_000, 20_000), BRIEF_ROWS);
});
