import test from 'ava';
import { insertingOne, named } from './named.js';

test('cells are bound by name, wherever and however often a statement names them', (t) => {
  const { bind } = named('UPDATE t SET a = :a, b = :b_2 WHERE c = :c AND (a < :a OR d = x::text)');
  t.deepEqual(bind({ c: 3, b_2: undefined, a: 1, more: 4 }), {
    sql: 'UPDATE t SET a = ?, b = ? WHERE c = ? AND (a < ? OR d = x::text)',
    bindings: [1, null, 3, 1],
  });
});

test('a value that is forgotten is a defect', (t) => {
  t.throws(() => named('SELECT :a').bind({}), { message: /binds a, which has no value/ });
});

test('a row is inserted under the names of its columns', (t) => {
  t.is(insertingOne('t', ['a', 'b']), 'INSERT INTO t (a, b) VALUES (:a, :b)');
  t.is(insertingOne('t', ['a'], { tries: '0' }), 'INSERT INTO t (a, tries) VALUES (:a, 0)');
});
