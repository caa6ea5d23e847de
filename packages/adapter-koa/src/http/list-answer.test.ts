import test from 'ava';
import * as io from 'io-ts';
import { cursorAnswer, cursorPageOf, pageAnswer, pageOf } from './list-answer.js';

const items = ['a', 'b'];

test('a page says whether another one follows', (t) => {
  const { body } = pageOf({ items, page: 1, limit: 2, total: 3 });
  t.true(body.pagination.hasMore);
  t.false(pageOf({ items, page: 2, limit: 2, total: 3 }).body.pagination.hasMore);
  t.true(pageAnswer('Letters', io.string).is(body));
});

test('the last part of a list that goes on from cursors names none', (t) => {
  const { body } = cursorPageOf({ items, limit: 2, hasMore: false, nextCursor: null });
  t.deepEqual(body, { items, pagination: { limit: 2, hasMore: false, nextCursor: null } });
  t.true(cursorAnswer('Letters', io.string).is(body));
});
