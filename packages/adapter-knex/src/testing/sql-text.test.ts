import test from 'ava';
import { sqlText } from './sql-text.js';

test('each clause and condition of a statement has a line, and a long query in brackets stands further in', (t) => {
  t.is(
    sqlText(`UPDATE a SET b = ?, c = (SELECT 1) WHERE d BETWEEN ? AND ? AND (e OR f) AND g IN (
      SELECT h FROM "some table" WHERE i IS DISTINCT FROM j  AND k = 'from  where ('
      ORDER BY count(*)) RETURNING l`),
    [
      'UPDATE a',
      'SET b = ?, c = (SELECT 1)',
      'WHERE d BETWEEN ? AND ?',
      '  AND (e OR f)',
      '  AND g IN (',
      '    SELECT h',
      '    FROM "some table"',
      '    WHERE i IS DISTINCT FROM j',
      "      AND k = 'from  where ('",
      '    ORDER BY count(*)',
      '  )',
      'RETURNING l',
    ].join('\n'),
  );
});

test('a long list goes on further in', (t) => {
  const columns = Array.from({ length: 12 }, (_, n) => `column_${String(n)}`);
  const lines = sqlText(`SELECT ${columns.join(', ')} FROM a`).split('\n');

  t.deepEqual(
    lines.map((line) => /^ */.exec(line)?.[0].length),
    [0, 4, 0],
  );
});
